import { registerByForm } from "./account-forms.ts";
import { expect, openPage, test, waitForAnswer } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { translate } from "./texts.ts";

for (const locale of ["ja", "en"] as const) {
  test(`AUTH-01 ASK-09 BOX-01 ANS-02 VISIT-01 PROF-02 ${locale}: a visitor asks, the receiver answers, and the visitor reads and likes the answer`, async ({
    page,
    openBrowser,
  }) => {
    const t = (key: string, values = {}) => translate(locale, key, values);
    const account = createHandle("yui");
    const question =
      locale === "ja" ? "いちばん好きな季節は？🍁" : "What is your favourite season? 🍁";
    const answer = locale === "ja" ? "秋です。\n空が高いから。" : "Autumn.\nThe sky is so high.";
    await registerByForm(page, locale, account);

    const visitor = await openBrowser();
    await openPage(visitor, `/${locale}/${account}`);
    await visitor.getByRole("textbox").fill(question);
    await visitor.getByRole("button", { name: t("questions.send") }).click();
    await visitor.waitForURL(`**/${locale}/not_login_user?sent=*`);
    await expect(visitor.getByText(t("outbox.sent_nameless"))).toBeVisible();

    // The event stream updates the count without a reload.
    const inbox = page.getByRole("link", { name: new RegExp(t("shell.inbox")) }).first();
    await expect(inbox).toContainText("1");
    await inbox.click();
    await expect(page.getByRole("heading", { name: t("inbox.title"), level: 1 })).toBeVisible();
    await expect(page.getByText(question)).toBeVisible();
    await page.getByRole("link", { name: t("inbox.answer"), exact: true }).click();
    await page.getByRole("textbox", { name: t("answers.label") }).fill(answer);
    await page.getByRole("button", { name: t("answers.send") }).click();
    await waitForAnswer(page, locale);
    await expect(page).toHaveURL(new RegExp(`/${locale}/q/`));

    await visitor.reload();
    await expect(
      visitor
        .getByText("秋です。", { exact: false })
        .or(visitor.getByText("Autumn.", { exact: false }))
        .first(),
    ).toBeVisible();
    await openPage(visitor, `/${locale}/${account}`);
    await expect(visitor.getByRole("heading", { name: question })).toBeVisible();
    const like = visitor.getByRole("button", { name: t("likes.like") });
    await like.click();
    await expect(like).toHaveAttribute("aria-pressed", "true");
  });
}

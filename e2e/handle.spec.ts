import { defaultTimeZones, formatDate } from "@toibako/contract/dates.ts";
import { handleChangeDays } from "@toibako/contract/handles.ts";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { translate } from "./texts.ts";

for (const locale of ["ja", "dt"] as const) {
  const t = (key: string, values: Record<string, string> = {}) => translate(locale, key, values);

  test.describe(locale, () => {
    // The second change is refused, which the browser logs.
    test.use({ tolerated: /Failed to load resource/ });

    test("AUTH-26 the settings change the handle once, and addresses with the former handle redirect", async ({
      page,
      request,
      openBrowser,
    }) => {
      const former = await registerAccount(page.request, locale, "Mina");
      await askAndAnswer(request, page.request, former, { "どの本がすき？": "ぜんぶ" });
      const visitor = await openBrowser();
      await openPage(visitor, `/${locale}/${former}`);
      const tab = await page.context().newPage();
      await openPage(tab, `/${locale}/me/home`);

      await openPage(page, `/${locale}/stg#handle`);
      const section = page.getByRole("region", { name: t("settings.handle_title") });
      const field = section.getByLabel(t("settings.handle"));
      const save = section.getByRole("button", { name: t("settings.handle_save") });
      await field.fill("a b");
      await save.click();
      await expect(section.getByText(t("accounts.account_invalid"))).toBeVisible();
      const account = createHandle("neu");
      await field.fill(account);
      await save.click();
      await expect(section).toContainText(t("settings.saved"));
      await expect(field).toHaveValue(account);

      // The section and the error say when the next change is possible. The field keeps the typed text.
      const date = formatDate(
        "nearest_hour",
        new Date(Date.now() + handleChangeDays * 86_400_000),
        {
          locale,
          time_zone: defaultTimeZones[locale],
        },
      );
      await expect(section).toContainText(t("settings.handle_changeable", { date }));
      const next = createHandle("next");
      await field.fill(next);
      await save.click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(new RegExp(date));
      await expect(field).toHaveValue(next);

      // The other tab of the browser still belongs to the account, and shows the new handle.
      await expect(tab.locator(`a[href="/${locale}/${account}"]`).first()).toBeAttached();
      await tab.reload();
      await expect(tab.getByRole("dialog")).toHaveCount(0);

      // A push message that names the former handle still opens its page.
      await openPage(tab, `/${locale}/me/push?account=${former}&kind=question`);
      await tab.waitForURL(`**/${locale}/box`);
      // On a browser with another account it offers the login with the new handle.
      const other = await openBrowser();
      await registerAccount(other.request, locale);
      await openPage(other, `/${locale}/me/push?account=${former}&kind=question`);
      await expect(
        other.getByRole("link", { name: t("accounts.stale_log_in", { account }) }),
      ).toBeVisible();

      // Addresses with the former handle redirect, for the account and for visitors.
      for (const reader of [page, visitor]) {
        for (const [from, to] of [
          [`/${locale}/${former}`, `/${locale}/${account}`],
          [`/${locale}/${former.toUpperCase()}?page=2`, `/${locale}/${account}?page=2`],
          [`/${locale}/${former}/feed.atom`, `/${locale}/${account}/feed.atom`],
          [`/${locale}/${former}/brought`, `/${locale}/${account}/brought`],
        ]) {
          const reply = await reader.request.get(from ?? "", { maxRedirects: 0 });
          expect([reply.status(), reply.headers().location]).toEqual([302, to]);
        }
      }
      const withoutLocale = await visitor.request.get(`/${former}`);
      expect(new URL(withoutLocale.url()).pathname).toMatch(new RegExp(`^/[^/]+/${account}$`));

      // A page that a visitor opened before the change sends a question to the former handle.
      await visitor.locator("main textarea").first().fill("とどきますか？");
      const sent = visitor.waitForResponse((reply) => reply.url().endsWith("/api/v2/questions"));
      await visitor
        .getByRole("main")
        .getByRole("button", { name: t("questions.send") })
        .click();
      expect((await sent).status()).toBe(201);

      // Navigation without a page load redirects as well.
      await openPage(visitor, `/${locale}`);
      await visitor.evaluate((path) => {
        history.pushState({}, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
      }, `/${locale}/${former}#answers`);
      await visitor.waitForURL(`**/${locale}/${account}#answers`);
      await expect(visitor.getByText("ぜんぶ")).toBeVisible();
      await reloadPage(visitor);
      await expect(visitor.getByText("ぜんぶ")).toBeVisible();
    });
  });
}

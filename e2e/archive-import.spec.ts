import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { registerByForm } from "./account-forms.ts";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { translate } from "./texts.ts";

// A test interrupts an upload, which the browser logs as failed loads.
test.use({ tolerated: /net::ERR_FAILED.+\/import\/parts\/|Failed to load resource.+\/parts\// });

const answers = {
  "What is <b>best</b>?": "Tea & <i>cake</i>",
  "Where to?": "To the sea",
};

/** Opens the settings and follows the link to the page of the archive. */
async function openArchive(page: Page, locale: Locale): Promise<void> {
  await openPage(page, `/${locale}/stg`);
  await page.getByRole("link", { name: translate(locale, "archives.title") }).click();
  await page.waitForURL(`**/${locale}/stg/archive`);
}

/** Requests an archive and downloads it to a file. */
async function downloadArchive(page: Page, locale: Locale, path: string): Promise<void> {
  await openArchive(page, locale);
  await page.getByRole("button", { name: translate(locale, "archives.start") }).click();
  const link = page.getByRole("link", { name: translate(locale, "archives.download") });
  await expect(link).toBeVisible({ timeout: 20_000 });
  const downloading = page.waitForEvent("download");
  await link.click();
  await (await downloading).saveAs(path);
}

const cases: [Locale, { width: number; height: number }][] = [
  ["ja", { width: 390, height: 844 }],
  ["dt", { width: 1280, height: 800 }],
];

for (const [locale, size] of cases) {
  const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);

  test(`SET-22 ${locale}, ${size.width} px: a new account brings an archive along, and everybody reads it`, async ({
    page,
    openBrowser,
    request,
  }, info) => {
    const file = info.outputPath("archive.zip");
    const former = createHandle("former");
    await registerByForm(page, locale, former);
    await askAndAnswer(request, page.request, former, answers);
    await downloadArchive(page, locale, file);

    const account = createHandle("newer");
    const newer = await openBrowser();
    await newer.setViewportSize(size);
    await registerByForm(newer, locale, account);
    await openArchive(newer, locale);
    const section = newer.getByRole("region", { name: t("archives.import_title") });
    const input = section.getByLabel(t("archives.choose_file"));
    const choose = async (chosen: Parameters<typeof input.setInputFiles>[0]) => {
      await input.setInputFiles(chosen);
      const confirmation = newer.getByRole("alertdialog", {
        name: t("archives.import_confirm_title"),
      });
      await confirmation
        .getByRole("button", { name: t("archives.import_confirm"), exact: true })
        .click();
    };

    // A file that is no archive.
    const noArchive = { name: "a.zip", mimeType: "application/zip", buffer: Buffer.from("no ZIP") };
    await choose(noArchive);
    await expect(section.getByText(t("archives.failure_not_zip"))).toBeVisible();

    // The connection fails, and the page is opened again.
    await newer.route("**/import/parts/*", (route) => route.abort());
    const firstPart = newer.waitForRequest("**/import/parts/*");
    await choose(file);
    await expect(section.getByText(t("archives.uploading_text"))).toBeVisible();
    // The page that is left must not cancel the start of the import.
    await firstPart;
    await openPage(newer, `/${locale}/stg/archive`);
    await expect(section.getByText(t("archives.interrupted_text"))).toBeVisible();
    // Blocked until here, because the page that was left might otherwise have sent the part again.
    await newer.unroute("**/import/parts/*");
    await choose(file);
    const outcome = section.getByText(t("archives.brought_count", { n: "2" }));
    await expect(outcome).toBeVisible({ timeout: 20_000 });

    await section.getByRole("link", { name: t("archives.open_brought") }).click();
    await newer.waitForURL(`**/${locale}/${account}/brought`);
    await expect(newer.getByRole("article")).toHaveCount(2);
    await expect(newer.getByText(t("archives.brought_mark"))).toHaveCount(2);
    await expect(newer.getByText("Tea & <i>cake</i>")).toBeVisible();

    // A visitor finds the answers from the profile, and can't like them.
    const visitor = await openBrowser();
    await visitor.setViewportSize(size);
    await openPage(visitor, `/${locale}/${account}`);
    await expect(visitor.getByText("Tea & <i>cake</i>")).toHaveCount(0);
    await visitor.getByRole("link", { name: t("profiles.brought_link", { n: "2" }) }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toContainText(account);
    const article = visitor.getByRole("article").filter({ hasText: "Where to?" });
    await expect(article).toContainText("To the sea");
    const report = article.getByRole("button", { name: t("moderation.report") });
    await expect(article.getByRole("button")).toHaveCount(1);
    await expect(report).toBeVisible();
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);

    // A visitor who reports an answer is invited to sign up. An account that reports an answer no longer sees it.
    await report.click();
    await expect(visitor.getByRole("dialog")).toBeVisible();
    await registerAccount(visitor.request);
    await openPage(visitor, `/${locale}/${account}/brought`);
    await report.click();
    const reportDialog = visitor.getByRole("alertdialog", {
      name: t("moderation.report_answer_title"),
    });
    await reportDialog
      .getByRole("button", { name: t("moderation.report_confirm"), exact: true })
      .click();
    await expect(visitor.getByText(t("moderation.answer_reported"))).toBeVisible();
    await expect(visitor.getByRole("article")).toHaveCount(1);
    await expect(article).toHaveCount(0);

    // The owner still sees it, and marks the other answer as sensitive, which withholds it.
    await openPage(newer, `/${locale}/${account}/brought`);
    await expect(newer.getByRole("article")).toHaveCount(2);
    const marked = newer.getByRole("article").filter({ hasText: "Tea & <i>cake</i>" });
    const sensitive = marked.getByRole("switch", { name: t("answers.sensitive") });
    // The switch changes before it is saved.
    const saved = newer.waitForResponse(/sensitivity$/);
    await sensitive.click();
    await saved;
    await expect(sensitive).toBeChecked();
    await openPage(visitor, `/${locale}/${account}/brought`);
    await expect(visitor.getByRole("article")).toHaveCount(1);
    await expect(visitor.getByText("Tea & <i>cake</i>")).toHaveCount(0);

    // Importing the same archive again adds nothing.
    await openArchive(newer, locale);
    await choose(file);
    await expect(section.getByText(t("archives.known_count", { n: "2" }))).toBeVisible({
      timeout: 20_000,
    });

    // The owner deletes one of the answers, then all answers.
    await openPage(newer, `/${locale}/${account}/brought`);
    const own = newer.getByRole("article").filter({ hasText: "Where to?" });
    await own.getByRole("button", { name: t("archives.brought_delete") }).click();
    const dialog = newer.getByRole("alertdialog");
    await dialog.getByRole("button", { name: t("archives.delete_confirm"), exact: true }).click();
    await expect(newer.getByRole("article")).toHaveCount(1);
    await newer.getByRole("button", { name: t("archives.brought_delete_all") }).click();
    await dialog.getByRole("button", { name: t("archives.delete_confirm"), exact: true }).click();
    await expect(newer.getByText(t("archives.brought_empty"))).toBeVisible();
  });
}

import type { Page } from "@playwright/test";
import { localeNames } from "@toibako/contract/locales.ts";
import { askCommunity, registerAccount } from "./calls.ts";
import { chooseLanguage, fillTexts, save, test } from "./contents-site.ts";
import { expect, openPage } from "./fixture.ts";
import { communityInCalls } from "./pages.ts";
import { translate } from "./texts.ts";

test.use({ reducedMotion: "reduce" });

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);

/** Goes back to the kinds of contents and opens one. */
async function openKind(page: Page, title: string): Promise<void> {
  await page
    .getByRole("link", { name: t("staff_contents.title"), exact: true })
    .first()
    .click();
  await page
    .getByRole("main")
    // Descriptions of other kinds may contain the title.
    .getByRole("link", { name: new RegExp(`^${t(title)}`) })
    .click();
  await page.getByRole("heading", { name: t(title), exact: true }).waitFor();
}

test("ADMIN-09 SHELL-15 COMM-20 an admin publishes a release note, edits a page, and adds a word that holds questions", async ({
  page: visitor,
  admin,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const asker = await openBrowser();
  await registerAccount(asker.request, "ja");
  // No kind, and a kind whose contents have no pages.
  for (const path of ["unknown", "unknown/1", "badges/1"]) {
    await openPage(admin, `/ja/adm/contents/${path}`);
    await expect(admin.getByRole("heading", { name: t("common.not_found_title") })).toBeVisible();
  }
  await openPage(admin, "/ja/adm/contents");
  await admin.getByRole("link", { name: t("staff_texts.word_lists") }).waitFor();

  await openKind(admin, "staff_contents.release_notes");
  await admin.getByRole("link", { name: t("staff_contents.new_release_note") }).click();
  await fillTexts(admin, t("staff_contents.note_title"), "News");
  await fillTexts(admin, t("staff_contents.note_body"), "- second\n- first");
  await admin.getByLabel(t("staff_contents.publish"), { exact: true }).check();
  await save(admin);
  await openPage(visitor, "/ja/fxp/release_notes");
  await expect(visitor.getByText("News ja")).toBeVisible();
  await expect(visitor.getByRole("listitem").filter({ hasText: "first ja" })).toBeVisible();

  // The page is in the cache before it is edited.
  await openPage(visitor, "/ja/fxp/terms");
  await openKind(admin, "staff_texts.pages");
  await admin
    .getByRole("main")
    .getByRole("link", { name: t("help.terms") })
    .click();
  await chooseLanguage(admin, localeNames.ja);
  const form = admin.getByLabel(t("help.terms"));
  await expect(form).toHaveValue("");
  await admin.getByRole("button", { name: t("staff_texts.start_from_shown") }).click();
  await expect(form).toHaveValue(/^## /m);
  await form.fill("## 新しい約束\n\n<b>仲よく</b>使ってください。");
  await expect(admin.getByRole("heading", { name: "新しい約束" })).toBeVisible();
  await save(admin);
  await openPage(visitor, "/ja/fxp/terms");
  await expect(visitor.getByRole("heading", { name: "新しい約束" })).toBeVisible();
  await expect(visitor.getByText("<b>仲よく</b>使ってください。")).toBeVisible();
  await openPage(visitor, "/en/fxp/terms");
  await expect(visitor.getByText("新しい約束")).toBeHidden();
  await admin.getByRole("button", { name: t("staff_texts.to_built_in") }).click();
  await save(admin);
  await openPage(visitor, "/ja/fxp/terms");
  await expect(visitor.getByText("新しい約束")).toBeHidden();

  const path = `/api/v2/me/${communityInCalls}/items`;
  const listOwn = async () => JSON.stringify(await (await asker.request.get(path)).json());
  const listAll = async () =>
    JSON.stringify(await (await visitor.request.get(`/api/v2/${communityInCalls}/items`)).json());
  await askCommunity(asker.request, "すごいカピバラを見た？");
  expect(await listAll()).toContain("カピバラ");
  await openKind(admin, "staff_texts.word_lists");
  await admin
    .getByRole("link", { name: t("staff_texts.list_questions", { language: localeNames.ja }) })
    .click();
  const lines = admin.getByLabel(t("staff_texts.list_questions", { language: localeNames.ja }));
  await lines.fill("# 動物\n*");
  await admin.getByRole("button", { name: t("staff_texts.compare") }).click();
  await expect(admin.getByText("行目に言葉がありません。")).toBeVisible();
  await lines.fill("# 動物\nかぴばら");
  await admin.getByRole("button", { name: t("staff_texts.compare") }).click();
  await admin.getByText("1件の文章を見る").click();
  await expect(admin.getByText("すごいカピバラを見た？")).toBeVisible();
  await save(admin);
  await askCommunity(asker.request, "カピバラは何を食べる？");
  expect(await listOwn()).toContain("カピバラは何を食べる？");
  expect(await listAll()).not.toContain("カピバラは何を食べる？");
});

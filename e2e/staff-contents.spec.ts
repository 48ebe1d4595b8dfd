import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { localeNames, locales } from "@toibako/contract/locales.ts";
import { askCommunity, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { communityInCalls } from "./pages.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

// This test gives a role in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);

// The console answers 403 before it is entered.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-e2e-contents-"));
const environment = { LIMIT_FACTOR: "0", DATA_DIR };
let stopSite: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  stopSite = await openSecondSite(site, environment);
});

test.afterAll(async () => {
  await stopSite?.();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** Makes an account an admin. The site is stopped and started again meanwhile. */
async function makeAdmin(account: string): Promise<void> {
  await stopSite?.();
  await storeRoles(DATA_DIR, { [account]: "admin" });
  stopSite = await openSecondSite(site, environment);
}

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);

/** Chooses the language of the form's texts. */
const chooseLanguage = (page: Page, name: string) =>
  page
    .getByRole("group", { name: t("staff_contents.language") })
    .getByRole("radio", { name })
    .check();

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: t("staff_contents.save"), exact: true }).click();
  await expect(page.getByText(t("staff_contents.saved"))).toBeVisible();
}

/** Goes back to the kinds of contents and opens one. */
async function openKind(page: Page, title: string): Promise<void> {
  await page
    .getByRole("link", { name: t("staff_contents.title"), exact: true })
    .first()
    .click();
  await page
    .getByRole("main")
    .getByRole("link", { name: t(title) })
    .click();
  await page.getByRole("heading", { name: t(title), exact: true }).waitFor();
}

test("ADMIN-09 SHELL-15 COMM-20 an admin publishes a release note, edits a page, and adds a word that holds questions", async ({
  page: admin,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const [asker, visitor] = [await openBrowser(), await openBrowser()];
  const account = await registerAccount(admin.request, "ja");
  await registerAccount(asker.request, "ja");
  const createCode = await turnOnSecondFactor(admin.request);
  await makeAdmin(account);
  await openPage(admin, "/ja/adm/contents");
  await admin.getByLabel(t("factors.code")).fill(createCode());
  await admin.keyboard.press("Enter");
  await admin.getByRole("link", { name: t("staff_texts.word_lists") }).waitFor();

  await openKind(admin, "staff_contents.release_notes");
  await admin.getByRole("link", { name: t("staff_contents.new_release_note") }).click();
  for (const locale of locales) {
    await chooseLanguage(admin, localeNames[locale]);
    await admin.getByLabel(t("staff_contents.note_title")).fill(`News ${locale}`);
    await admin.getByLabel(t("staff_contents.note_body")).fill(`- first ${locale}\n- second`);
  }
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

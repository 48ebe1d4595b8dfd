import type { Page } from "@playwright/test";
import { registerAccount, sendRequest } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { readSavedCode, readShownCode } from "./qr-codes.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolations } from "./violations.ts";

test.use({ reducedMotion: "reduce" });

const ja = (key: string) => translate("ja", key);
const findField = (page: Page) => page.getByRole("searchbox", { name: en("friends.search") });

test("SET-26 the search on the friends page finds people by name, in any spelling, and they can be followed there", async ({
  page,
  request,
}) => {
  const name = `アオイ${Date.now().toString(36)}`;
  const account = await registerAccount(request, "ja", name);
  await registerAccount(page.request);
  // A job adds the name to the search later.
  const query = name.replace("アオイ", "ｱｵｲ ").toUpperCase();
  await expect
    .poll(async () => {
      const found = await page.request.get(`/api/v2/users?query=${encodeURIComponent(query)}`);
      return (await found.json()).users.length;
    })
    .toBe(1);

  await openPage(page, "/en/me/friends");
  await findField(page).fill(query);
  await expect(page.getByRole("heading", { name: en("friends.results", { query }) })).toBeVisible();
  await expect(findField(page)).toBeFocused();
  await expect(page.getByRole("link", { name })).toHaveAttribute("href", `/en/${account}`);
  await expectNoViolations(page);
  await page.getByRole("button", { name: en("friends.follow_name", { name }) }).click();
  await expect(
    page.getByRole("button", { name: en("friends.following_name", { name }) }),
  ).toBeVisible();

  await findField(page).fill(`${account} nobody`);
  await expect(page.getByText(en("friends.nobody_found_title"))).toBeVisible();
  await page.getByRole("button", { name: en("friends.clear_search") }).click();
  await expect(findField(page)).toHaveValue("");
  await expect(findField(page)).toBeFocused();
  await expect(page.getByRole("button", { name: en("friends.clear_search") })).toHaveCount(0);
  await page.getByRole("link", { name: en("friends.tab_follows") }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();

  await sendRequest(request, "PUT", "/api/v1/user", { is_findable: false });
  await openPage(page, `/en/me/friends?query=${account}`);
  await expect(page.getByText(en("friends.nobody_found_title"))).toBeVisible();
});

test("SET-26 the friends page shows the address of the account's box as a QR code, which can be scanned and saved", async ({
  page,
  baseURL,
}) => {
  const account = await registerAccount(page.request, "en", "Mina with a rather long name");
  const link = `${baseURL}/${account}`;
  const address = link.replace("http://", "");
  await openPage(page, "/en/me/friends");
  await page.getByRole("button", { name: en("friends.own_qr") }).click();
  const dialog = page.getByRole("dialog", { name: en("shares.qr_title") });
  const code = dialog.getByRole("img", { name: en("shares.qr_of", { address }) });
  await expect(dialog.getByText(address, { exact: true })).toBeVisible();
  expect(await readShownCode(code)).toBe(link);
  await expectNoViolations(page, "[role=dialog]");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: en("shares.save_picture") }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^Toibako - .+ - QR\.png$/);
  expect(await readSavedCode(page, download)).toBe(link);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await readShownCode(code)).toBe(link);

  const opened = await page.request.get(link);
  expect(new URL(opened.url()).pathname).toBe(`/en/${account}`);
});

test("SET-26 the account's own profile shows the QR code too", async ({ page }) => {
  const account = await registerAccount(page.request, "ja", "みな");
  await openPage(page, `/ja/${account}`);
  await page
    .getByRole("main")
    .getByRole("button", { name: ja("shares.qr"), exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: ja("shares.qr_title") });
  expect(await readShownCode(dialog.getByRole("img"))).toContain(`/${account}`);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("SET-26 without scripts the browser sends the search form", async ({ page, request }) => {
    const account = await registerAccount(request);
    await registerAccount(page.request);
    await expect
      .poll(async () => {
        const found = await page.request.get(`/api/v2/users?query=${account}`);
        return (await found.json()).users.length;
      })
      .toBe(1);
    await page.goto("/en/me/friends");
    await findField(page).fill(account);
    await findField(page).press("Enter");
    await page.waitForURL(`**/en/me/friends?query=${account}`);
    await expect(page.getByText(`@${account}`)).toBeVisible();
  });
});

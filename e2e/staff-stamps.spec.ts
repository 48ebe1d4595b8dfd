import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { localeNames, locales } from "@toibako/contract/locales.ts";
import { listReceived, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

// This test gives a role in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);

// The console answers 403 before it is entered.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-e2e-stamps-"));
let stopSite: (() => Promise<void>) | undefined;

async function startSite(): Promise<void> {
  stopSite = await openSecondSite(site, { LIMIT_FACTOR: "0", DATA_DIR });
}

test.beforeAll(startSite);

test.afterAll(async () => {
  await stopSite?.();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** Makes an account an admin. The site is stopped and started again meanwhile. */
async function makeAdmin(account: string): Promise<void> {
  await stopSite?.();
  await storeRoles(DATA_DIR, { [account]: "admin" });
  await startSite();
}

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const en = (key: string, values?: Record<string, string>) => translate("en", key, values);

/** A disc on a transparent ground, as a PNG that the browser draws. */
async function drawPicture(page: Page, color: string) {
  const data = await page.evaluate((color) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("the browser draws nothing");
    context.fillStyle = color;
    context.arc(200, 200, 170, 0, 2 * Math.PI);
    context.fill();
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, color);
  return { name: "picture.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
}

/** Writes a text in every language. */
async function fillTexts(page: Page, label: string, text: string): Promise<void> {
  for (const locale of locales) {
    await page.getByRole("radio", { name: localeNames[locale] }).check();
    await page.getByLabel(label, { exact: true }).fill(`${text} ${locale}`);
  }
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: t("staff_contents.save") }).click();
  await expect(page.getByText(t("staff_contents.saved"))).toBeVisible();
}

test("ADMIN-09 ASK-06 ASK-07 NOTE-11 an admin adds a group with a sticker, a visitor asks with it, and the form no longer offers it after it was withdrawn", async ({
  page: visitor,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const [receiver, admin] = [await openBrowser(), await openBrowser()];
  const account = await registerAccount(receiver.request, "ja");
  const chief = await registerAccount(admin.request, "ja");
  const createCode = await turnOnSecondFactor(admin.request);
  await makeAdmin(chief);
  await openPage(admin, "/ja/adm/contents/stamp_groups");
  await admin.getByLabel(t("factors.code")).fill(createCode());
  await admin.keyboard.press("Enter");

  await admin.getByRole("link", { name: t("staff_stamps.new_group") }).click();
  await fillTexts(admin, t("staff_stamps.group_name"), "Drinks");
  await admin
    .getByLabel(t("staff_stamps.icon"), { exact: true })
    .setInputFiles(await drawPicture(admin, "orange"));
  await expect(admin.locator('form img[src^="/pictures/"]')).toBeVisible();
  await admin.getByLabel(t("staff_stamps.position"), { exact: true }).fill("0");
  await save(admin);

  await openPage(admin, "/ja/adm/contents/stamps");
  const add = admin.getByLabel(t("staff_stamps.new_stamp"), { exact: true });
  const svg = { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await add.setInputFiles(svg);
  await expect(admin.getByText(/PNG・JPEG・GIF・WebPの画像を選んでください/)).toBeVisible();
  await add.setInputFiles(await drawPicture(admin, "crimson"));
  await admin.waitForURL(/\/contents\/stamps\/[\w-]{22}$/);
  const id = admin.url().split("/").at(-1) ?? "";
  await fillTexts(admin, t("staff_stamps.question"), "Tea?");
  await admin
    .getByLabel(t("staff_stamps.group"), { exact: true })
    .selectOption({ label: "Drinks ja" });
  await save(admin);

  await openPage(visitor, `/en/${account}`);
  await visitor.getByRole("radio", { name: en("questions.type_stamp") }).check();
  await expect(visitor.getByRole("radio", { name: "Drinks en" })).toBeChecked();
  await visitor.getByRole("radio", { name: "Tea? en" }).check();
  await visitor.getByRole("button", { name: en("questions.send") }).click();
  await expect(visitor.getByText(en("outbox.sent_nameless"))).toBeVisible();
  const picture = `/pictures/${id}.webp`;
  expect(await listReceived(receiver.request)).toMatchObject([
    { type: "stamp", stamp: { id, stamp_image: { url: picture } }, body: "Tea? ja" },
  ]);
  await openPage(receiver, "/ja/box");
  await expect(receiver.getByText("Tea? ja")).toBeVisible();
  await expect(receiver.locator(`img[src="${picture}"]`)).toBeVisible();
  const card = await visitor.request.get(`/cards/stamps/en/${id}.png`);
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);

  await admin.getByLabel(t("staff_stamps.offer"), { exact: true }).uncheck();
  await save(admin);
  await openPage(visitor, `/en/${account}`);
  await visitor.getByRole("radio", { name: en("questions.type_stamp") }).check();
  await expect(visitor.getByRole("radio", { name: "Every day" })).toBeChecked();
  await expect(visitor.getByRole("radio", { name: "Drinks en" })).toBeHidden();
  await receiver.reload();
  await expect(receiver.locator(`img[src="${picture}"]`)).toBeVisible();

  // The friends are marked as new for everybody until they open them.
  await openPage(admin, "/ja/adm/contents/badges");
  const place = t("shell.friends");
  await admin.getByRole("button", { name: t("staff_stamps.badge_give_to", { place }) }).click();
  await admin
    .getByRole("alertdialog")
    .getByRole("button", { name: t("staff_stamps.badge_give") })
    .click();
  await expect(admin.getByText(t("staff_stamps.badge_given", { n: "2" }))).toBeVisible({
    timeout: 20_000,
  });
  await receiver.reload();
  const friends = receiver.getByRole("link", { name: place }).filter({ visible: true }).first();
  await expect(friends).toContainText(t("shell.new"));
  await friends.click();
  await receiver.waitForURL(/\/me\/friends/);
  await expect(friends).not.toContainText(t("shell.new"));
  await receiver.reload();
  await expect(friends).not.toContainText(t("shell.new"));
});

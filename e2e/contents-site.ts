import type { APIRequestContext, Page } from "@playwright/test";
import { localeNames, locales } from "@toibako/contract/locales.ts";
import { enterConsole } from "@toibako/contract/staff/console.ts";
import { registerAccount, sendSuccessfully } from "./calls.ts";
import { test as base, expect, openPage } from "./fixture.ts";
import { getSiteAddress, openChangeableSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

export const games_url = "https://games.example/play";
export const adminName = "編集長";

interface ContentsSite {
  address: string;
  /** The cookies of the admin's session, which has entered the console. */
  cookies: Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"];
}

interface AdminFixture {
  /** A page of the admin. */
  admin: Page;
}

/**
 * The journeys of admins who change contents. Those that run in one worker share a site, so each hides in the end what
 * would cover the pages of the others or be counted there.
 */
export const test = base.extend<AdminFixture, { contentsSite: ContentsSite }>({
  contentsSite: [
    async ({ playwright }, use, { parallelIndex }) => {
      const address = getSiteAddress(`contents-${parallelIndex}`);
      const request = await playwright.request.newContext({ baseURL: address });
      const site = await openChangeableSite(address, { GAMES_URL: games_url });
      const account = await registerAccount(request, "ja", adminName);
      const createCode = await turnOnSecondFactor(request);
      await site.whileStopped((data_dir) => storeRoles(data_dir, { [account]: "admin" }));
      await sendSuccessfully(request, enterConsole.method, enterConsole.path, {
        code: createCode(),
      });
      const { cookies } = await request.storageState();
      await request.dispose();
      await use({ address, cookies });
      await site.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: ({ contentsSite }, use) => use(contentsSite.address),
  // Contents that are not stored yet answer 404, and bad input 400.
  tolerated: /Failed to load resource/,
  admin: async ({ openBrowser, contentsSite }, use) => {
    const page = await openBrowser();
    await page.context().addCookies(contentsSite.cookies);
    await use(page);
  },
});

/** A picture of one colour, which the browser draws. */
export async function drawPicture(page: Page, color: string, width = 800, height = 600) {
  const data = await page.evaluate(
    (look) => {
      const canvas = Object.assign(document.createElement("canvas"), look);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("the browser draws nothing");
      context.fillStyle = look.color;
      context.fillRect(0, 0, look.width, look.height);
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    },
    { color, width, height },
  );
  return { name: "picture.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
}

export const findField = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Shows the texts of a language in a form. */
export const chooseLanguage = (page: Page, language: string) =>
  page.getByRole("radio", { name: language, exact: true }).check();

/** Writes a text in every language; `index` is that of the field among those with this label. */
export async function fillTexts(page: Page, label: string, text: string, index = 0): Promise<void> {
  for (const locale of locales) {
    await chooseLanguage(page, localeNames[locale]);
    await findField(page, label).nth(index).fill(`${text} ${locale}`);
  }
}

export const pressSave = (page: Page) =>
  page.getByRole("button", { name: translate("ja", "staff_contents.save"), exact: true }).click();

export async function save(page: Page): Promise<void> {
  await pressSave(page);
  await expect(page.getByText(translate("ja", "staff_contents.saved"))).toBeVisible();
}

/** Expects that a form refuses to save a number after another tab has saved one, keeps it, and saves it over the other. */
export async function expectConflict(page: Page, label: string): Promise<void> {
  const field = findField(page, label);
  await field.fill("8");
  const tab = await page.context().newPage();
  await openPage(tab, new URL(page.url()).pathname);
  await findField(tab, label).fill("7");
  await save(tab);
  await pressSave(page);
  await expect(page.getByText(translate("ja", "staff_contents.conflict"))).toBeVisible();
  await expect(field).toHaveValue("8");
  await page.getByRole("button", { name: translate("ja", "staff_contents.save_over") }).click();
  await expect(page.getByText(translate("ja", "staff_contents.saved"))).toBeVisible();
  await openPage(tab, new URL(page.url()).pathname);
  await expect(findField(tab, label)).toHaveValue("8");
  await tab.close();
}

import type { Page } from "@playwright/test";
import { buildVideo } from "../apps/server/src/platform/testing/videos.ts";
import { registerAccount, sendSuccessfully } from "./calls.ts";
import {
  drawPicture,
  expectConflict,
  fillTexts,
  findField as findLabelled,
  pressSave,
  save,
  test,
} from "./contents-site.ts";
import { expect, openPage, reloadPage } from "./fixture.ts";
import { translate } from "./texts.ts";

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);

const findField = (page: Page, key: string) => findLabelled(page, t(key));

/** Begins a banner that is shown since an hour, with its picture. */
async function beginBanner(page: Page): Promise<void> {
  await openPage(page, "/ja/adm/contents/banners");
  await page.getByRole("link", { name: t("staff_banners.new_banner") }).click();
  await findField(page, "staff_banners.picture").setInputFiles(await drawPicture(page, "#7cc4e8"));
  await expect(page.locator('form img[src$=".webp"]').first()).toBeVisible();
  const hourAgo = await page.evaluate(() => {
    const shifted = Date.now() - 3_600_000 - new Date().getTimezoneOffset() * 60_000;
    return new Date(shifted).toISOString().slice(0, 16);
  });
  await findField(page, "staff_banners.starts_at").fill(hourAgo);
  await findField(page, "staff_banners.show").check();
}

/** Waits for the reply that says whether a banner is shown, while an action causes the call. */
async function readOffer(page: Page, action: () => Promise<unknown>): Promise<boolean> {
  const reply = page.waitForResponse((response) => response.url().includes("/api/v2/banners"));
  await action();
  return (await (await reply).json()).should_show;
}

/** The time of the page becomes that of the next days. */
const passDays = (page: Page, days: number) =>
  page.clock.setFixedTime(Date.now() + days * 86_400_000);

test("ADS-10 ADS-11 ADMIN-09 an admin shows a banner with a picture and one with a video; each reader sees one a day, and none again that they have closed", async ({
  page: visitor,
  admin,
  openBrowser,
}) => {
  test.setTimeout(600_000);
  const member = await openBrowser();
  await registerAccount(member.request, "ja");
  await sendSuccessfully(member.request, "PUT", "/api/v1/user/tutorial", {
    tutorial_status: "fifth_step",
  });

  // Without banners no page asks for one.
  const calls: string[] = [];
  visitor.on("request", (request) => {
    if (/banner/.test(request.url())) calls.push(request.url());
  });
  await openPage(visitor, "/en");
  await visitor.waitForLoadState("networkidle");
  expect(calls).toEqual([]);

  await openPage(admin, "/ja/adm/contents/banners");
  await expect(admin.getByText(t("staff_banners.no_banners"))).toBeVisible();

  // A script is no target, and what was typed stays.
  await beginBanner(admin);
  await fillTexts(admin, t("staff_banners.modal_title"), "Winter");
  await fillTexts(admin, t("staff_banners.modal_description"), "Snow\nand ice");
  await findField(admin, "staff_banners.background_color").fill("#ffffff");
  await findField(admin, "staff_banners.text_color").fill("#aaaaaa");
  await expect(admin.getByText(/2\.3:1/)).toBeVisible();
  const target = findField(admin, "staff_banners.target");
  await target.fill("javascript:alert(1)");
  await findField(admin, "staff_banners.audience").selectOption("visitor");
  await pressSave(admin);
  await expect(admin.getByText(/「https:\/\/」で始まるアドレス/).last()).toBeVisible();
  await expect(admin.getByText(/コントラストは2\.3:1/).first()).toBeVisible();
  await expect(target).toHaveValue("javascript:alert(1)");
  await target.fill("https://shop.example/winter");
  await findField(admin, "staff_banners.background_color").fill("#102a43");
  await findField(admin, "staff_banners.text_color").fill("#ffffff");
  await save(admin);
  await expectConflict(admin, t("staff_banners.priority"));

  // The visitor sees it in their language, over nothing else.
  await openPage(visitor, "/en");
  const winter = visitor.getByRole("dialog", { name: "Winter en" });
  await expect(winter).toBeVisible();
  await expect(winter.getByText("and ice en")).toBeVisible();
  const link = winter.getByRole("link", { name: translate("en", "banners.follow") }).last();
  await expect(link).toHaveAttribute("href", "https://shop.example/winter");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(winter).toHaveCSS("background-color", "rgb(16, 42, 67)");

  // Whoever leaves the page without closing it sees it again on another day, but not on the same.
  await reloadPage(visitor);
  await visitor.waitForLoadState("networkidle");
  await expect(winter).toBeHidden();
  await passDays(visitor, 1);
  await openPage(visitor, "/en/not_login_user");
  await expect(winter).toBeVisible();
  await visitor.keyboard.press("Escape");
  await expect(winter).toBeHidden();
  await passDays(visitor, 2);
  // On a page that stayed open overnight, too.
  const openDialog = async () => {
    const bar = visitor.getByRole("navigation", { name: translate("en", "shell.main_navigation") });
    await bar.getByRole("button", { name: translate("en", "shell.inbox") }).click();
    await visitor.getByRole("dialog").waitFor();
    await visitor.keyboard.press("Escape");
  };
  expect(await readOffer(visitor, openDialog)).toBe(false);
  expect(await readOffer(visitor, () => reloadPage(visitor))).toBe(false);

  // A video for accounts.
  await beginBanner(admin);
  await findField(admin, "staff_banners.kind").selectOption("plain");
  await fillTexts(admin, t("staff_banners.alternative_text"), "A film");
  const files = findField(admin, "staff_banners.video");
  const webm = { name: "a.mp4", mimeType: "video/mp4", buffer: Buffer.from("\x1aE\xdf\xa3webm") };
  await files.setInputFiles(webm);
  await expect(admin.getByText(/MP4（H\.264）の動画を選んでください/)).toBeVisible();
  const buffer = buildVideo({ width: 320, height: 240, seconds: 2 });
  await files.setInputFiles({ name: "film.mpeg4", mimeType: "video/mp4", buffer });
  // A process inspects the file, which takes long on a busy machine.
  await expect(admin.locator('form video[src$=".mp4"]').first()).toBeVisible({ timeout: 60_000 });
  await findField(admin, "staff_banners.target").fill("/communities");
  await findField(admin, "staff_banners.audience").selectOption("user");
  await save(admin);
  await openPage(admin, "/ja/adm/contents/banners");
  await expect(admin.getByText(t("staff_banners.state_now"))).toHaveCount(2);

  await openPage(member, "/ja/me/home");
  const film = member.getByRole("dialog", { name: "A film ja" });
  await expect(film).toBeVisible();
  const video = film.locator("video");
  await expect(video).toHaveJSProperty("muted", true);
  await expect(video).toHaveJSProperty("videoWidth", 320);
  await film.getByRole("button", { name: t("banners.pause") }).click();
  await expect(video).toHaveJSProperty("paused", true);
  await film.getByRole("button", { name: t("common.close") }).click();
  await expect(film).toBeHidden();

  // Where motion is reduced, it is a still picture.
  const still = await openBrowser();
  await still.emulateMedia({ reducedMotion: "reduce" });
  await registerAccount(still.request, "ja");
  // A new account is shown around first.
  await openPage(still, "/ja/me/home");
  await still.waitForLoadState("networkidle");
  await expect(still.getByRole("dialog")).toBeHidden();
  await sendSuccessfully(still.request, "PUT", "/api/v1/user/tutorial", {
    tutorial_status: "fifth_step",
  });
  await openPage(still, "/ja/me/home");
  await expect(still.getByRole("dialog").getByRole("img", { name: "A film ja" })).toBeVisible();
  await expect(still.locator("video")).toHaveCount(0);
  await still.getByRole("link", { name: "A film ja" }).click();
  await still.waitForURL(/\/communities/);

  for (const title of ["Winter ja", "A film ja"]) {
    await openPage(admin, "/ja/adm/contents/banners");
    await admin.getByRole("link", { name: title }).click();
    await findField(admin, "staff_banners.show").uncheck();
    await save(admin);
  }
  await openPage(admin, "/ja/adm/contents/banners");
  await expect(admin.getByText(t("staff_banners.hidden"))).toHaveCount(2);
});

import { readFile } from "node:fs/promises";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, open, test } from "./fixture.ts";
import { en } from "./texts.ts";

test("SHARE-02 profile and question pages name a card of 1200×630 by an absolute address", async ({
  page,
  request,
  baseURL,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, request, account, { "Tea?": "Always." });
  for (const path of [`/en/${account}`, `/en/q/${uuid}`, "/en"]) {
    await page.goto(path);
    const readMeta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
    const image = (await readMeta("og:image")) ?? "";
    expect(new URL(image).origin).toBe(baseURL);
    expect(await readMeta("twitter:image")).toBe(image);
    expect(await readMeta("twitter:card")).toBe("summary_large_image");
    expect([await readMeta("og:image:width"), await readMeta("og:image:height")]).toEqual([
      "1200",
      "630",
    ]);
    expect(await readMeta("og:title")).toBeTruthy();
    expect(await readMeta("twitter:title")).toBe(await readMeta("og:title"));
    expect(await page.title()).toContain((await readMeta("og:title")) ?? "?");

    const card = await request.get(image);
    expect(card.headers()["content-type"]).toBe("image/png");
    const png = await card.body();
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test("SHARE-01 the share menu saves the tall picture", async ({ page, request }) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, page.request, account, { "Tea?": "Always." });
  await open(page, `/en/q/${uuid}`);
  const card = page.getByRole("img", { name: en("questions.card_alt", { question: "Tea?" }) });
  await expect(card).toHaveJSProperty("naturalWidth", 1200);
  await page
    .getByRole("region", { name: en("questions.answered_title") })
    .getByRole("button", { name: en("shares.share") })
    .click();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: en("shares.save_tall") }).click();
  const picture = await readFile(await (await saved).path());
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920]);
});

test("SHARE-03 the owner redraws the share image on their profile", async ({ page }) => {
  const account = await registerAccount(page.request, "en", "Mina");
  await open(page, `/en/${account}`);
  const main = page.getByRole("main");
  const image = main.getByRole("img", { name: en("profiles.card_alt", { name: "Mina" }) });
  await page.setViewportSize({ width: 390, height: 844 });
  const known = await image.getAttribute("src");
  await main.getByRole("button", { name: en("shares.image_redraw") }).click();
  await expect(page.getByText(en("shares.image_redrawn"))).toBeVisible();
  await expect(image).not.toHaveAttribute("src", known ?? "");
  await expect(image).toHaveJSProperty("naturalWidth", 1200);
  const shared = page.locator('meta[property="og:image"]');
  await page.reload();
  expect(await shared.getAttribute("content")).toContain(await image.getAttribute("src"));
});

import { readFile } from "node:fs/promises";
import { askAndAnswer, findReceived, registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, test, waitForAnswer } from "./fixture.ts";
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

test("SHARE-01 the page that shares an answer saves the tall picture", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, page.request, account, { "Tea?": "Always." });
  await openPage(page, `/en/q/${uuid}`);
  const alt = en("shares.picture_alt", { question: "Tea?", name: "Mina", answer: "Always." });
  const card = page.getByRole("img", { name: alt });
  await expect(card).toHaveJSProperty("naturalWidth", 1200);
  await page
    .getByRole("region", { name: en("questions.answered_title") })
    .getByRole("link", { name: en("shares.share") })
    .click();
  const saved = page.waitForEvent("download");
  const stage = page.getByRole("region", { name: en("shares.answer_title") });
  await stage.getByRole("link", { name: en("shares.save_picture") }).click();
  const name = `Toibako - Mina - Tea - ${en("shares.format_tall")}.png`;
  expect((await saved).suggestedFilename()).toBe(name);
  const picture = await readFile(await (await saved).path());
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920]);
});

test("FEEL-03 SHARE-04 right after answering, an account shares the answer in its own words and answers the next question", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "First?", "Second?");
  const [first = { uuid_hash: "" }, second = { uuid_hash: "" }] = await Promise.all(
    ["First?", "Second?"].map((body) => findReceived(page.request, body)),
  );
  await page.addInitScript(() => {
    // Simulates a phone, which can share files.
    Object.defineProperty(navigator, "canShare", { value: () => true });
    Object.defineProperty(navigator, "share", {
      value: async ({ files, text }: ShareData) =>
        Object.assign(window, { shared: [files?.[0]?.type, files?.[0]?.size, text] }),
    });
    const matches = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      query === "(pointer: coarse)" ? matches("all") : matches(query);
  });
  await openPage(page, `/en/q/${first.uuid_hash}`);
  await page.getByRole("textbox", { name: en("answers.label") }).fill("In my own words.");
  await page.getByRole("button", { name: en("answers.send") }).click();
  const offer = page.getByRole("region", { name: en("shares.answer_prompt_title") });
  const picture = offer.getByRole("img", { name: /First\?.*In my own words\./ });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(picture).toHaveJSProperty("naturalHeight", 1920);
  await expect(page.getByText(en("answers.answered"), { exact: true })).toHaveCount(0);
  await offer.getByRole("link", { name: en("shares.share") }).click();
  const stage = page.getByRole("region", { name: en("shares.answer_title") });
  await stage.getByText(en("shares.own_words")).click();
  const words = stage.getByRole("textbox");
  await expect(words).toHaveValue(
    en("shares.own_answer_text", { question: "First?", answer: "In my own words." }),
  );
  await words.fill("Look & read");
  const url = new URL(`/en/q/${first.uuid_hash}`, page.url()).href;
  for (const [name, hashtags] of [
    ["LINE", null],
    ["X", "toibako"],
  ] as const) {
    const link = stage.getByRole("link", { name, exact: true });
    const { searchParams } = new URL((await link.getAttribute("href")) ?? "");
    expect([
      searchParams.get("url"),
      searchParams.get("text"),
      searchParams.get("hashtags"),
    ]).toEqual([url, "Look & read", hashtags]);
  }
  const share = stage.getByRole("button", { name: en("shares.to_stories") });
  // Until the picture is loaded, the button shares only the text and the link, so it is pressed repeatedly.
  await expect
    .poll(async () => {
      await share.click();
      return page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
    })
    .toEqual(["image/png", expect.any(Number), `Look & read\n${url}`]);
  await stage.getByText(en("shares.format_wide"), { exact: true }).click();
  await expect(stage.getByRole("button", { name: en("shares.to_chats") })).toBeVisible();
  await stage.getByRole("link", { name: en("shares.next_question", { n: "1" }) }).click();
  await expect(page).toHaveURL(new RegExp(second.uuid_hash));
  await page.getByRole("textbox", { name: en("answers.label") }).fill("The last.");
  await page.getByRole("button", { name: en("answers.send") }).click();
  await waitForAnswer(page);
  await expect(offer.getByRole("link", { name: en("questions.to_unread") })).toBeVisible();
  await expect(page.getByText("The last.", { exact: true })).toBeVisible();
});

test("SHARE-03 an account redraws the card of its profile", async ({ page }) => {
  const account = await registerAccount(page.request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  const main = page.getByRole("main");
  const image = main.getByRole("img", { name: en("profiles.card_alt", { name: "Mina" }) });
  await page.setViewportSize({ width: 390, height: 844 });
  const srcBefore = await image.getAttribute("src");
  await main.getByRole("button", { name: en("shares.image_redraw") }).click();
  await expect(page.getByText(en("shares.image_redrawn"))).toBeVisible();
  await expect(image).not.toHaveAttribute("src", srcBefore ?? "");
  await expect(image).toHaveJSProperty("naturalWidth", 1200);
  const shared = page.locator('meta[property="og:image"]');
  await page.reload();
  expect(await shared.getAttribute("content")).toContain(await image.getAttribute("src"));
});

for (const [width, height] of [
  [320, 256],
  [390, 844],
] as const) {
  test(`SHARE-04 FEEL-01 the menu to share an answer can be reached on a screen of ${width}×${height} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height });
    const account = await registerAccount(request, "en", "Mina");
    await openPage(page, `/en/${account}`);
    await page.getByRole("button", { name: en("profiles.menu", { name: "Mina" }) }).click();
    const menu = page.getByRole("menu");
    await expect(menu).toBeInViewport({ ratio: 1 });
    const entries = menu.getByRole("menuitem");
    await expect(entries).toHaveCount(3);
    for (const entry of await entries.all()) {
      await entry.scrollIntoViewIfNeeded();
      await expect(entry).toBeInViewport({ ratio: 1 });
    }
  });
}

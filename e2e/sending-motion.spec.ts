import type { Page } from "@playwright/test";
import { registerAccount } from "./calls.ts";
import { delayRequests, expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

const text = "Is the step at the door high?";

/** Writes a question to a new account, and returns its field and the button that sends it. */
async function writeQuestion(page: Page, receiver: Page) {
  const account = await registerAccount(receiver.request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  const field = page.getByRole("textbox", { name: en("questions.ask_title", { name: "Mina" }) });
  const code = page.waitForResponse(/\/sending-/);
  await field.fill(text);
  await (await code).finished();
  return { field, send: page.getByRole("button", { name: en("questions.send") }), account };
}

const readMotion = (page: Page) => page.evaluate(() => document.documentElement.dataset.motion);
const findHeading = (page: Page) =>
  page.getByRole("heading", { name: en("outbox.sent_title", { name: "Mina" }) });

async function setSpeed(page: Page, playbackRate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate });
}

/** What can be seen of the page below the letter: 0 while its content is faded. */
const readOpacity = (page: Page) =>
  page.getByRole("main").evaluate((main) => getComputedStyle(main).opacity);

test("FEEL-02 the page after sending doesn't wait for the letter, and a tap ends its flight", async ({
  page,
  openBrowser,
}) => {
  const { send } = await writeQuestion(page, await openBrowser());
  await setSpeed(page, 0.01);
  await send.click();
  await expect(findHeading(page)).toBeFocused();
  expect(await readMotion(page)).toBe("landed");
  await expect(page.locator("[data-sending-layer]")).toHaveCount(1);
  await page.mouse.click(5, 300);
  expect(await readMotion(page)).toBeUndefined();
  await expect(page.locator("[data-sending-layer]")).toHaveCount(0);
  expect(await readOpacity(page)).toBe("1");
});

test("FEEL-02 the letter waits for the reply, and flies when it is there", async ({
  page,
  openBrowser,
}) => {
  const { send } = await writeQuestion(page, await openBrowser());
  const release = await delayRequests(page, "**/api/v2/questions");
  await send.click();
  expect(await readMotion(page)).toBe("sending");
  await page.keyboard.press("Escape");
  expect(await readMotion(page)).toBe("sending");
  expect(await readOpacity(page)).toBe("0");
  await expect(page.getByText(en("questions.sending")).last()).toBeVisible();
  release();
  await expect(findHeading(page)).toBeFocused();
  await expect.poll(() => readMotion(page)).toBeUndefined();
  await expect(page.locator("[data-sending-layer]")).toHaveCount(0);
});

test("FEEL-02 leaving the page while the letter waits takes the letter away", async ({
  page,
  openBrowser,
}) => {
  await openPage(page, "/en");
  const { send } = await writeQuestion(page, await openBrowser());
  await delayRequests(page, "**/api/v2/questions");
  await send.click();
  expect(await readMotion(page)).toBe("sending");
  await page
    .getByRole("link", { name: en("shell.friends") })
    .first()
    .click();
  await expect(page.locator("[data-sending-layer]")).toHaveCount(0);
  expect(await readMotion(page)).toBeUndefined();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("a question that fails", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("FEEL-02 the letter comes back with its words, and the reason is shown", async ({
    page,
    openBrowser,
  }) => {
    const { field, send } = await writeQuestion(page, await openBrowser());
    await page.route("**/api/v2/questions", (route) => route.abort());
    await send.click();
    await expect(page.getByText(en("common.send_lost"))).toBeVisible();
    await expect.poll(() => readMotion(page)).toBeUndefined();
    await expect(page.locator("[data-sending-layer]")).toHaveCount(0);
    await expect(field).toHaveValue(text);
    expect(await readOpacity(page)).toBe("1");
    await page.unroute("**/api/v2/questions");
    await send.click();
    await expect(findHeading(page)).toBeFocused();
  });
});

test.describe("with reduced motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("FEEL-02 nothing flies", async ({ page, openBrowser }) => {
    const { send } = await writeQuestion(page, await openBrowser());
    const release = await delayRequests(page, "**/api/v2/questions");
    await send.click();
    await expect(page.getByRole("button", { name: en("questions.sending") })).toBeVisible();
    expect(await readMotion(page)).toBeUndefined();
    release();
    await expect(findHeading(page)).toBeFocused();
    await expect(page.locator("[data-sending-layer]")).toHaveCount(0);
  });
});

import type { Locator, Page } from "@playwright/test";
import { submitRegistration } from "./account-forms.ts";
import { askAndAnswer, registerAccount, sendQuestions, sendRequest } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { en, translate } from "./texts.ts";

const phone = { width: 390, height: 664 };

const introduction =
  "I run a small café by the river, and I read every question between two cups. " +
  "Ask me about beans, cats, rain, or which cake to have with which tea. I answer in the evening.";

async function measure(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not visible");
  return box;
}

test.describe("the first screen of a profile", () => {
  test.use({ viewport: phone });

  test("PROF-01 the first answer starts within 400 pixels, below the name in one row, the introduction and the folded form", async ({
    page,
    openBrowser,
  }) => {
    const owner = await openBrowser();
    await owner.setViewportSize(phone);
    const account = await registerAccount(owner.request, "en", "Mina");
    await sendRequest(owner.request, "PUT", "/api/v1/user", { self_introduction: introduction });
    await askAndAnswer(page.request, owner.request, account, { "Tea?": "Yes.", "Cake?": "Also." });
    for (const reader of [page, owner]) {
      await openPage(reader, `/en/${account}`);
      expect.soft((await measure(reader.getByRole("article").first())).y).toBeLessThanOrEqual(400);
      const name = await measure(reader.getByRole("heading", { name: "Mina", level: 1 }));
      const buttons = [
        reader
          .getByRole("main")
          .getByRole("button", { name: en("friends.follow_name", { name: "Mina" }) }),
        reader.getByRole("link", { name: en("profiles.edit") }),
      ];
      for (const button of buttons) {
        if (!(await button.isVisible())) continue;
        const box = await measure(button);
        expect(box.y).toBeLessThan(name.y + name.height);
        expect(box.y + box.height).toBeGreaterThan(name.y);
      }
    }
    // On the account's own page, the answers stand before the block that shares the box.
    const share = owner.getByRole("main").getByRole("heading", { name: en("shares.box_title") });
    const lastAnswer = await measure(owner.getByRole("article").last());
    expect((await measure(share)).y).toBeGreaterThan(lastAnswer.y);

    const text = page.getByText(introduction);
    const folded = await measure(text);
    expect(folded.height).toBeLessThanOrEqual(57);
    await page.locator("summary", { hasText: en("common.show_more") }).click();
    expect((await measure(text)).height).toBeGreaterThan(folded.height);
  });

  test("ASK-05 FEEL-01 at rest the question form is a row of 64 pixels with its button in full colour; pressed, it unfolds and focuses the field", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await askAndAnswer(request, request, account, { "Tea?": "Yes." });
    await openPage(page, `/en/${account}`);
    const form = page.locator("form").filter({ has: page.getByRole("textbox") });
    const send = page.getByRole("button", { name: en("questions.send") });
    expect((await measure(form)).height).toBe(64);
    const looks = await send.evaluate((button) => {
      const { opacity, backgroundColor } = getComputedStyle(button);
      return { opacity, backgroundColor };
    });
    expect(looks).toEqual({ opacity: "1", backgroundColor: "rgb(94, 186, 186)" });
    const { x, y, width, height } = await measure(send);
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(page.getByRole("textbox")).toBeFocused();
    expect((await measure(form)).height).toBeGreaterThan(200);
    await expect(page.getByText(en("questions.emoji_notice"))).toBeVisible();
    await send.click();
    await expect(page.getByText(en("questions.invalid_text_required"))).toBeVisible();
    await expect(page.getByRole("textbox")).toBeFocused();
  });

  test("ASK-07 the stickers of a group are on the first screen", async ({ page, request }) => {
    const account = await registerAccount(request, "en", "Mina");
    await openPage(page, `/en/${account}`);
    await page.getByRole("radio", { name: en("questions.type_stamp") }).check();
    const stamps = page.locator("[data-stamps] label");
    await expect(stamps).toHaveCount(8);
    const lastStamp = await measure(stamps.last());
    // Above the bottom navigation.
    expect(lastStamp.y + lastStamp.height).toBeLessThanOrEqual(600);
  });
});

test("SHELL-09 from 768 pixels on, the rail replaces the bottom navigation and contains the communities", async ({
  page,
}) => {
  await registerAccount(page.request);
  await page.setViewportSize({ width: 768, height: 1024 });
  await openPage(page, "/en/me/home");
  const navigation = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await expect(navigation).toHaveCount(1);
  expect((await measure(navigation)).x).toBeLessThan(60);
  const link = navigation.getByRole("link", { name: en("shell.communities") });
  await expect(link).toHaveAttribute("href", "/en/communities");
  await link.click();
  await expect(link).toHaveAttribute("aria-current", "page");
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth).toBe(768);
});

test("SHELL-12 SHELL-22 badges cover no label of the rail, in the widest words", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, ...Array.from({ length: 11 }, (_, index) => `${index}?`));
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, "/dt/me/home");
  const links = page.getByRole("navigation", { name: translate("dt", "shell.main_navigation") });
  const badges = links.locator("a:has([data-badge])");
  await expect(badges.filter({ hasText: "10+" })).toHaveCount(1);
  for (const link of await badges.all()) {
    const badge = await measure(link.locator("[data-badge]"));
    const label = await measure(link.locator("> span:last-child"));
    expect(badge.x).toBeGreaterThanOrEqual(label.x + label.width);
  }
});

test("SHELL-13 the round button covers nothing that can be pressed or read, however far the page is scrolled", async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone);
  const account = await registerAccount(page.request, "en", "Mina");
  await askAndAnswer(request, page.request, account, { "Tea?": "Yes.", "Cake?": "Also." });
  await openPage(page, `/en/${account}`);
  const button = page.locator(`section[aria-label="${en("modals.request_title")}"]`);
  await expect(button).toHaveCount(1);
  for (const y of [0, 80, 160, 240, 320, 400, 9999]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    const findCovered = () =>
      button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (getComputedStyle(element).visibility === "hidden") return undefined;
        const below = document
          .elementsFromPoint(left + width / 2, top + height / 2)
          .find((other) => !element.contains(other));
        const lines = [...(below?.childNodes ?? [])].flatMap((node) => {
          const text = new Range();
          text.selectNode(node);
          return node.nodeType === Node.TEXT_NODE ? [...text.getClientRects()] : [];
        });
        const isInColumn = (line: DOMRect) => line.right > left && line.left < left + width;
        const isInRow = (line: DOMRect) => line.bottom > top && line.top < top + height;
        if (lines.some((line) => isInColumn(line) && isInRow(line))) return below?.textContent;
        // A corner of a card that can be pressed as a whole may be covered.
        return below?.closest("a:not(.stretched-link), button")?.textContent;
      });
    await expect.poll(findCovered, { message: `at ${y}` }).toBeUndefined();
  }
});

test("SHELL-09 the navigation lights where one is or came from, the inbox for an own question, and else nothing", async ({
  page,
  openBrowser,
}) => {
  const owner = await openBrowser();
  const account = await registerAccount(owner.request);
  const [uuid] = await askAndAnswer(page.request, owner.request, account, { "Tea?": "Yes." });
  const findLit = (reader: Page) =>
    reader
      .getByRole("navigation", { name: en("shell.main_navigation") })
      .locator('[aria-current]:not([aria-current="false"])');
  for (const path of ["", "/acc/login", "/acc/regist", "/offline", `/q/${uuid}`]) {
    await openPage(page, `/en${path}`);
    await expect(findLit(page), path).toHaveCount(0);
  }
  for (const path of ["/communities", "/stg", "/me/notices"]) {
    await openPage(owner, `/en${path}`);
    await expect(findLit(owner), path).toHaveCount(0);
  }
  await openPage(owner, `/en/q/${uuid}`);
  await expect(findLit(owner)).toHaveText(en("shell.inbox"));
  await expect(findLit(owner)).toHaveAttribute("aria-current", "true");
});

test("ASK-01 A11Y on the narrowest phone, the papers stand in one row, and each is 44 pixels large", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").first().fill("Tea?");
  const group = page.getByRole("group", { name: en("questions.paper") });
  const boxes = await Promise.all(
    (await group.getByRole("radio").all()).map((radio) => radio.boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  expect(boxes).toHaveLength(6);
});

test("FRND-02 on a narrow phone, the chosen tab of a row that scrolls is whole", async ({
  page,
}) => {
  await registerAccount(page.request, "dt");
  await page.setViewportSize({ width: 320, height: 664 });
  await openPage(page, "/dt/me/friends?tab=followers");
  // The lower edge of a tab lies on the line of the row, which cuts a pixel.
  const tab = page.locator('main nav a[aria-current="page"]');
  await expect(tab).toHaveText(translate("dt", "friends.tab_followers"));
  await expect(tab).toBeInViewport({ ratio: 0.97 });
  await openPage(page, "/dt/box/dust");
  await expect(tab).toHaveCount(1);
  await expect(tab).toBeInViewport({ ratio: 0.97 });
});

test("FEEL-03 the answerer shares an answer in the first person, with any of its buttons", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const [uuid] = await askAndAnswer(request, page.request, account, { "Tea?": "Always." });
  await openPage(page, `/en/q/${uuid}`);
  const text = en("shares.own_answer_text", { question: "Tea?", answer: "Always." });
  const links = page.getByRole("link", { name: en("shares.share") });
  for (const index of [0, 1]) {
    await links.nth(index).click();
    const stage = page.getByRole("region", { name: en("shares.answer_title") });
    await stage.getByText(en("shares.own_words")).click();
    await expect(stage.getByRole("textbox")).toHaveValue(text);
    await page.goBack();
    await expect(stage).toHaveCount(0);
  }
});

test("FEEL-13 at 1920 pixels, the answers of a profile stand in two columns without holes", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const lengths = [900, 20, 20, 600, 20, 300, 20];
  const pairs = Object.fromEntries(
    lengths.map((length, index) => [`${index}?`, "word ".repeat(length / 5)]),
  );
  await askAndAnswer(request, request, account, pairs);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openPage(page, `/en/${account}?page=3&from=1`);
  const articles = page.getByRole("main").getByRole("article");
  await expect(articles).toHaveCount(lengths.length);
  await expect(page.locator("[data-two-columns]")).toBeVisible();
  const boxes = await Promise.all((await articles.all()).map(measure));
  const columns = Map.groupBy(boxes, ({ x }) => Math.round(x));
  expect(columns.size).toBe(2);
  for (const column of columns.values()) {
    const sorted = column.toSorted((a, b) => a.y - b.y);
    const gaps = sorted.slice(1).map((box, index) => {
      const above = sorted[index];
      return above ? Math.round(box.y - above.y - above.height) : 0;
    });
    // A letter ends between two pixels, and rows of the grid are 4 pixels high.
    for (const gap of gaps) expect(Math.abs(gap - 20)).toBeLessThanOrEqual(3);
  }
});

test("SHELL-15 the footer of an account is one row that unfolds", async ({ page }) => {
  await registerAccount(page.request);
  await openPage(page, "/en/me/notices");
  const footer = page.getByRole("contentinfo");
  expect((await measure(footer)).height).toBeLessThanOrEqual(130);
  await footer.getByText(en("shell.about_site")).click();
  await footer.getByRole("link", { name: en("help.guide") }).click();
  await page.waitForURL("**/en/guide");
});

test("BOX-10 the menu of a received question leads to calm mode", async ({ page, request }) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?");
  await openPage(page, "/en/box");
  await page.getByRole("button", { name: en("inbox.more") }).click();
  await page.getByRole("menuitem", { name: en("inbox.turn_calm") }).click();
  await page.waitForURL("**/en/stg#calm");
  await expect(page.getByText(en("filters.calm_start"))).toBeVisible();
});

test("FEEL-03 an answer of somebody else is shared with its whole picture, wide and tall, and the button is on the same screen", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, request, account, { "Tea?": "Yes." });
  await page.setViewportSize(phone);
  await openPage(page, `/en/q/${uuid}`);
  await page
    .getByRole("link", { name: en("shares.share") })
    .first()
    .click();
  const stage = page.getByRole("region", { name: en("shares.answer_title") });
  const alt = en("shares.picture_alt", { question: "Tea?", name: "Mina", answer: "Yes." });
  const pictures = stage.getByRole("img", { name: alt });
  const [tallPicture, widePicture] = [pictures.first(), pictures.nth(1)];
  await expect(tallPicture).toHaveJSProperty("naturalHeight", 1920);
  const tall = await measure(tallPicture);
  expect(tall.width / tall.height).toBeCloseTo(9 / 16, 1);
  expect(tall.height).toBeGreaterThan(300);
  await expect(tallPicture).toBeInViewport({ ratio: 1 });
  const share = stage.getByRole("button", { name: en("shares.copy_picture"), exact: true });
  await expect(share).toBeInViewport({ ratio: 1 });
  await stage.getByText(en("shares.format_wide"), { exact: true }).click();
  await expect(widePicture).toHaveJSProperty("naturalWidth", 1200);
  const wide = await measure(widePicture);
  expect(wide.width / wide.height).toBeCloseTo(1200 / 630, 1);
  await expect(widePicture).toBeInViewport({ ratio: 1 });
  await stage.getByRole("radio", { name: en("settings.theme_night") }).check();
  await expect(widePicture).toHaveAttribute("src", /theme=night$/);
  await expect(widePicture).toHaveJSProperty("naturalWidth", 1200);
});

test("PROF-19 on a short home, the button that shares the box appears at the end of the page", async ({
  page,
}) => {
  await registerAccount(page.request);
  await page.setViewportSize({ width: 390, height: 2000 });
  await openPage(page, "/en/me/home?tab=send");
  await expect(
    page.getByRole("link", { name: en("shares.post_to_x"), exact: true }).last(),
  ).toBeVisible();
});

test("SHELL-13 the round button hides from a reader who scrolls down, and comes back at rest", async ({
  page,
}) => {
  await registerAccount(page.request);
  await page.setViewportSize(phone);
  await openPage(page, "/en/me/friends");
  // Below the page is nothing that the button could cover.
  await page.evaluate(() => {
    document.body.style.paddingBottom = "3000px";
    scrollTo(0, 1500);
  });
  const button = page.locator(`section[aria-label="${en("modals.request_title")}"]`);
  await expect(button).toBeVisible();
  // Without rest between two steps, the button stays hidden.
  await button.evaluate(async (element) => {
    while (!element.hasAttribute("data-hidden")) {
      scrollBy(0, 1);
      await new Promise(requestAnimationFrame);
    }
  });
  await expect(button).toBeVisible();
});

test("FEEL-13 beside an own question stand the other questions that wait, and the way to the inbox", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const [uuid] = await askAndAnswer(request, page.request, account, { "Tea?": "Yes." });
  await sendQuestions(request, account, "Cake?", "Milk?");
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, `/en/q/${uuid}`);
  const aside = page.getByRole("complementary", { name: en("shell.aside") });
  await expect(aside.getByRole("link", { name: "Milk?" })).toBeVisible();
  await expect(aside.getByRole("link", { name: en("notices.to_inbox") })).toBeVisible();
  await aside.getByRole("link", { name: "Cake?" }).click();
  await expect(page.getByRole("heading", { name: "Cake?" })).toBeVisible();
  await expect(aside.getByRole("link", { name: "Milk?" })).toBeVisible();
  await expect(aside.getByRole("link", { name: "Cake?" })).toHaveCount(0);
});

for (const viewport of [{ width: 320, height: 664 }, phone, { width: 1280, height: 800 }]) {
  test(`FEEL-13 the page that shares the box has a title and one way back on a screen of ${viewport.width} pixels`, async ({
    page,
  }) => {
    const account = await registerAccount(page.request);
    await page.setViewportSize(viewport);
    await openPage(page, "/en/me/share");
    const heading = page.getByRole("heading", { name: en("shares.box_title") });
    expect((await measure(heading)).width).toBeGreaterThan(100);
    const home = page.getByRole("main").getByRole("link", { name: en("onboarding.ready_home") });
    expect((await measure(home)).width).toBeGreaterThanOrEqual(44);
    await home.click();
    await page.waitForURL("**/en/me/home");
    // Who came from another page goes back to it by the header.
    await openPage(page, `/en/${account}`);
    await page.locator('a[href="/en/me/share"]').filter({ visible: true }).first().click();
    await expect(heading).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button").first()).toHaveAccessibleName(
      /^Back to /,
    );
    await expect(home).toHaveCount(0);
  });
}

test("FEEL-13 on the top page, the sections of a wide screen share the edges of the header and two columns", async ({
  page,
}) => {
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, "/en");
    const { x: left } = await measure(page.getByRole("banner").getByRole("link").first());
    const main = page.getByRole("main");
    const [example, video] = [main.locator("figure").first(), main.locator("figure").nth(1)];
    const columns = [example, main.getByRole("heading", { name: en("landing.how") })];
    const texts = [en("landing.communities_title"), en("landing.safe")];
    columns.push(...texts.map((name) => main.getByRole("heading", { name })));
    const starts = await Promise.all(columns.map(async (part) => (await measure(part)).x));
    expect(starts, `${width}`).toEqual(starts.map(() => starts[0]));
    expect((await measure(video)).x, `${width}`).toBeCloseTo(left, 0);
  }
});

test("AUTH-01 on a phone, the registration shows one envelope, and its first fields are on the first screen", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openPage(page, "/ja/acc/regist");
  await expect(page.locator("main [data-flap]")).toHaveCount(1);
  for (const label of ["accounts.account", "accounts.password"]) {
    const field = page.getByLabel(translate("ja", label), { exact: true });
    const { y, height } = await measure(field);
    // The bottom navigation is 64 pixels high.
    expect(y + height, label).toBeLessThan(phone.height - 64);
  }
});

test("START-06 FEEL-05 on phones, the birthday leaves no gap, and the link and the first letter are on the same screen", async ({
  page,
}) => {
  await openPage(page, "/ja/acc/regist");
  await submitRegistration(page, "ja", createHandle("yui"));
  await page.waitForURL("**/ja/me/setup");
  for (const width of [320, 390]) {
    await page.setViewportSize({ ...phone, width });
    const group = page.getByRole("group", { name: translate("ja", "settings.birthday") });
    const end = async (part: Locator) => {
      const { x, width } = await measure(part);
      return x + width;
    };
    const last = group.getByRole("combobox").last();
    expect(await end(last), `${width}`).toBeCloseTo(await end(group), 0);
  }
  await page.setViewportSize(phone);
  await openPage(page, "/ja/me/ready");
  for (const part of [
    page.getByRole("button", { name: translate("ja", "shares.copy_link") }),
    page.getByRole("link", { name: translate("ja", "inbox.welcome_answer") }),
  ]) {
    const { y, height } = await measure(part);
    expect(y + height).toBeLessThanOrEqual(phone.height - 64);
  }
});

test("PROF-01 FEEL-01 at 320 pixels the follow button stands beside the name or fills the row below it, and icons stand beside the text of their buttons", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await page.setViewportSize({ width: 320, height: 664 });
  for (const locale of ["ja", "dt", "th"] as const) {
    await openPage(page, `/${locale}/${account}`);
    const follow = page
      .getByRole("main")
      .getByRole("button", { name: translate(locale, "friends.follow_name", { name: "Mina" }) });
    const name = await measure(page.getByRole("heading", { name: "Mina", level: 1 }));
    const box = await measure(follow);
    const isBeside = box.y < name.y + name.height;
    if (!isBeside) expect(box.x, locale).toBe(16);
    const send = page.getByRole("button", { name: translate(locale, "questions.send") });
    const gap = await send.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      const icon = button.querySelector("svg")?.getBoundingClientRect();
      const lines = [...range.getClientRects()].filter(({ left }) => icon && left >= icon.right);
      return Math.min(...lines.map(({ left }) => left)) - (icon?.right ?? 0);
    });
    expect(gap, locale).toBeLessThanOrEqual(9);
  }
});

test("COMM-01 in German, the heading of the communities and the button beside it share a line at 320 pixels", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, "/dt/communities");
  const dt = (key: string) => translate("dt", key);
  const heading = await measure(
    page.getByRole("heading", { name: dt("shell.communities"), level: 1 }),
  );
  const button = await measure(page.getByRole("button", { name: dt("communities.how_it_works") }));
  expect(button.y).toBeLessThan(heading.y + heading.height);
});

test("FEEL-08 on a wide screen, the column beside the home and the own profile isn't cut", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  await askAndAnswer(request, page.request, account, { "Tea?": "Yes.", "Cake?": "Also." });
  const aside = page.getByRole("complementary", { name: en("shell.aside") });
  for (const height of [720, 800, 1080]) {
    await page.setViewportSize({ width: 1280, height });
    for (const path of ["/en/me/home", `/en/${account}`]) {
      await openPage(page, path);
      await expect(aside.getByRole("heading", { name: en("shares.box_title") })).toBeVisible();
      const last = await measure(aside.locator("section:visible").last());
      expect.soft(last.y + last.height, `${path}, ${height} px`).toBeLessThanOrEqual(height);
    }
  }
});

test("FEEL-08 on the widest screens, the lists of the home stand beside its greeting", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  await askAndAnswer(request, page.request, account, { "Tea?": "Yes." });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openPage(page, "/en/me/home");
  const main = page.getByRole("main");
  const greeting = await measure(main.locator("header"));
  const lists = await measure(main.getByRole("navigation", { name: en("inbox.home_tabs") }));
  expect(lists.x).toBeGreaterThan(greeting.x + greeting.width);
});

test("ANS-01 the answer form has one edge for its field and buttons, and one for all texts", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Tea?");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, "/en/box");
    const answer = page.getByRole("link", { name: en("inbox.answer"), exact: true });
    const edge = (await measure(answer)).x;
    await answer.click();
    const field = page.getByRole("textbox", { name: en("answers.label") });
    const box = await measure(field);
    expect.soft(box.x).toBe(edge);
    const send = await measure(page.getByRole("button", { name: en("answers.send") }));
    expect.soft(send.x + send.width).toBe(box.x + box.width);
    const words = await field.evaluate((element) => {
      const { borderLeftWidth, paddingLeft } = getComputedStyle(element);
      return Number.parseFloat(borderLeftWidth) + Number.parseFloat(paddingLeft);
    });
    const question = await measure(page.getByRole("heading", { name: "Tea?" }));
    const hint = await measure(page.getByText(en("answers.public")));
    expect.soft(question.x).toBe(box.x + words);
    expect.soft(hint.x).toBe(box.x + words);
  }
});

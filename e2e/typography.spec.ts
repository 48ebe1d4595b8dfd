import type { Page } from "@playwright/test";
import {
  answerCommunity,
  askAndAnswer,
  askCommunity,
  registerAccount,
  sendQuestions,
  sendSuccessfully,
} from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { accountPages, formatCommunityQuestion, listSharedPages } from "./pages.ts";
import { findGradeRoom, joinRoom, makeOnce, postInRoom, registerPupil } from "./room-calls.ts";
import { postMessages, registerWriter, startTalk } from "./talk-calls.ts";
import { translate } from "./texts.ts";
import { expectKnownTypes, listOtherTypes, sizesOf } from "./types-of-text.ts";

const ja = (key: string) => translate("ja", key);

test.describe.configure({ timeout: 240_000 });
test.use({ viewport: { width: 390, height: 664 }, reducedMotion: "reduce" });

for (const locale of ["ja", "th"] as const) {
  test(`FEEL-01 in ${locale} pages use seven sizes and three weights of type, none below 12 pixels`, async ({
    page,
    openBrowser,
  }) => {
    const visitor = await openBrowser();
    const account = await registerAccount(page.request, locale, "みな");
    const pairs = { "1?": "one", ["とても長い質問です。".repeat(15)]: "two" };
    const [uuid] = await askAndAnswer(visitor.request, page.request, account, pairs);
    await sendQuestions(visitor.request, account, "3?", "4?");
    const asked = await askCommunity(page.request, "5?");
    await answerCommunity(page.request, asked, "five");
    // All pages are looked at where they are checked for accessibility. The languages differ only in the sizes that the
    // styles define.
    for (const path of ["/me/home", "/box", "/stg"]) {
      await page.goto(`/${locale}${path}`);
      await expectKnownTypes(page, path, sizesOf[locale]);
    }
    for (const path of listSharedPages(account, uuid ?? "", asked)) {
      await visitor.goto(`/${locale}${path}`);
      await expectKnownTypes(visitor, path, sizesOf[locale]);
    }
  });
}

test("FEEL-01 on wide screens, only the headline of the top page is larger than the seven sizes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/ja");
  const headline = ((await page.getByRole("heading", { level: 1 }).textContent()) ?? "").trim();
  const others = () => listOtherTypes(page, sizesOf.ja);
  await expect.poll(others).toEqual([`44px 700 ${headline}`]);
});

test("FEEL-01 Japanese running text and answers fill their lines, and headings, short questions and centred texts break between phrases", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "ja", "みな");
  const long = "最近いちばん笑ったことをできるだけくわしく教えてください。".repeat(4);
  const pairs = { [long]: "ひみつです。", "散歩は好きですか？": "毎朝歩きます。" };
  await askAndAnswer(page.request, request, account, pairs);
  await openPage(page, `/ja/${account}`);
  const findWordBreak = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).getPropertyValue("word-break"));
  expect(await findWordBreak("body")).toBe("normal");
  expect(await findWordBreak("article :is(h2, h3):text('散歩')")).toBe("auto-phrase");
  expect(await findWordBreak("article :is(h2, h3):text('最近')")).toBe("normal");
  expect(await findWordBreak("article p[lang]")).toBe("normal");
  expect(await findWordBreak("#answers-heading")).toBe("auto-phrase");
  expect(await findWordBreak("button[type=submit]")).toBe("auto-phrase");
  await page.context().clearCookies();
  await openPage(page, "/ja");
  expect(await findWordBreak("h1 + p")).toBe("auto-phrase");
});

/** What enlarges the text: the browser's zoom halves the width; without zoom, only the size of the letters doubles. */
const enlargements = {
  "the zoom": (page: Page) => page.setViewportSize({ width: 195, height: 332 }),
  "the size of the text": (page: Page) =>
    page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
      });
    }),
};

/** What an ellipsis may shorten: what people have written, names of communities, and the bar's title with names in it. */
const shortened = "[dir=auto], [translate=no], bdi, :has(> bdi), header .truncate";

const nothingCut = { page: false, wide: [], shortened: [], seals: [] };

/** Lists the elements that end beyond the right edge, and those in which a text is cut. */
function listCutElements(page: Page) {
  return page.evaluate((shortened) => {
    const describe = (element: Element) => element.outerHTML.slice(0, 100);
    const all = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest("svg, .sr-only, .skip-link, select, li[inert], [data-scrolls]"),
    );
    const isWiderThanSeen = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    // What is scrolled, or may be shortened by an ellipsis.
    const isClipped = (element: Element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(parent);
        if (overflowX === "auto") return true;
        if (textOverflow === "ellipsis" && parent.matches(shortened)) return true;
      }
      return false;
    };
    return {
      page: document.documentElement.scrollWidth > innerWidth,
      wide: all
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .filter((element) => !isClipped(element))
        .map(describe),
      shortened: all
        .filter((element) => getComputedStyle(element).textOverflow === "ellipsis")
        .filter((element) => isWiderThanSeen(element) && !element.matches(shortened))
        .map(describe),
      seals: all
        .filter((element) => element.matches("[data-seal], [data-badge]"))
        .filter(
          (element) => isWiderThanSeen(element) || element.scrollHeight > element.clientHeight + 1,
        )
        .map(describe),
    };
  }, shortened);
}

for (const [name, enlarge] of Object.entries(enlargements)) {
  test(`FEEL-01 with ${name} at 200 %, nothing is wider than a phone, and the header's buttons, badges and form tabs are whole`, async ({
    page,
    openBrowser,
  }) => {
    const visitor = await openBrowser();
    const account = await registerAccount(page.request, "ja", "みな");
    const other = await registerAccount(visitor.request, "ja", "もうひとり");
    await sendQuestions(visitor.request, account, ..."123456789".split(""), "10?", "11?");
    // Otherwise its tutorial would cover the page of communities.
    await sendSuccessfully(page.request, "PUT", "/api/v2/me/communities/tutorial", {
      community_tutorial_status: "community_tutorial_finished",
    });
    for (const reader of [page, visitor]) {
      await reader.setViewportSize({ width: 390, height: 664 });
      await enlarge(reader);
    }
    const paths = [
      "/me/home",
      "/box",
      `/${account}`,
      `/${other}`,
      "/me/friends",
      "/communities",
      "/stg",
    ];
    for (const path of paths) {
      await openPage(page, `/ja${path}`);
      expect.soft(await listCutElements(page), path).toEqual(nothingCut);
      for (const key of ["shell.accounts", "shell.menu"]) {
        const button = page.getByRole("banner").getByRole("button", { name: ja(key) });
        await expect.soft(button, path).toBeInViewport({ ratio: 1 });
      }
    }
    // The tabs of the form keep their words whole: their text has one line, or is wrapped between words.
    await openPage(page, `/ja/${other}`);
    await page.getByRole("textbox").focus();
    const cutTabs = await page.locator("form fieldset label:has(svg)").evaluateAll((labels) =>
      labels
        .filter((tab) => {
          const text = tab.querySelector("span");
          const range = document.createRange();
          if (text) range.selectNodeContents(text);
          return range.getClientRects().length !== 1 || tab.scrollWidth > tab.clientWidth + 1;
        })
        .map(({ textContent }) => textContent),
    );
    expect(cutTabs).toEqual([]);
    await visitor.context().clearCookies();
    for (const path of ["", `/${account}`, "/not_login_user", "/communities", "/acc/regist"]) {
      await openPage(visitor, `/ja${path}`);
      expect.soft(await listCutElements(visitor), path).toEqual(nothingCut);
      const banner = visitor.getByRole("banner");
      const menu = banner.getByRole("button", { name: ja("shell.menu") });
      await expect.soft(menu, path).toBeInViewport({ ratio: 1 });
      // The site's name is whole or out of sight.
      const name = banner.getByText("Toibako", { exact: true });
      const seen = await name.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const edge = element.parentElement?.getBoundingClientRect() ?? new DOMRect();
        return top >= edge.bottom || (top >= edge.top - 1 && bottom <= edge.bottom + 1);
      });
      expect.soft(seen, path).toBe(true);
    }
  });
}

for (const [name, enlarge] of Object.entries(enlargements)) {
  test(`FEEL-01 with ${name} at 200 %, talks, rooms, communities, settings and texts aren't wider than a phone`, async ({
    page,
    openBrowser,
  }) => {
    const partner = await openBrowser();
    const account = await registerWriter(partner.request, "ja", "とても長い名前のもうひとり");
    await registerWriter(page.request, "ja", "みな");
    const talk = await startTalk(page.request, account);
    await postMessages(page.request, talk, "こんにちは。きのうの話の続きを教えてください。");
    const asked = await askCommunity(page.request, "休みの日は何をしていますか？");
    await answerCommunity(page.request, asked, "散歩です。");
    const pupil = await openBrowser();
    await registerPupil(pupil.request, 14);
    const room = await findGradeRoom(pupil.request);
    await joinRoom(pupil.request, room, makeOnce("みかん"));
    await postInRoom(pupil.request, room.uuid, makeOnce("はじめまして"));
    const expectToFit = async (reader: Page, paths: string[]) => {
      await reader.setViewportSize({ width: 390, height: 664 });
      await enlarge(reader);
      for (const path of paths) {
        await openPage(reader, `/ja${path}`);
        expect.soft(await listCutElements(reader), path).toEqual(nothingCut);
      }
    };
    await expectToFit(page, [
      "/me/notices",
      "/me/talks",
      `/me/talks/${talk}`,
      ...accountPages.filter((path) => /^\/(communities|stg|itr)/.test(path)),
      formatCommunityQuestion(asked),
      "/fxp/terms",
    ]);
    await expectToFit(pupil, ["/me/talks?tab=rooms", `/me/group_talks/${room.uuid}`]);
  });
}

import type { APIRequestContext } from "@playwright/test";
import { getLanguageTag, locales } from "@toibako/contract/locales.ts";
import { askAndAnswer, askCommunity, registerAccount } from "./calls.ts";
import { expect, test } from "./fixture.ts";
import {
  accountPages,
  invalidLinkPages,
  listRoutes,
  listSharedPages,
  visitorPages,
} from "./pages.ts";

// Paths of an unknown account, question, text, talk and room, and a path that can't be decoded.
const missingPaths = [
  "/nobody",
  "/q/nowhere",
  "/diagnosis/nowhere",
  "/diagnosis/nowhere/share",
  "/fxp/nothing",
  "/me/talks/nowhere",
  "/me/group_talks/nowhere",
  "/me/group_talks/nowhere/share",
  // Without games there is no list of them.
  "/games",
  // For everybody but staff the console is missing.
  "/adm",
  "/adm/cases",
  "/adm/cases/nowhere",
  "/adm/inquiries",
  "/adm/inquiries/nowhere",
  "/adm/people",
  "/adm/people/nobody",
  "/adm/staff",
  "/adm/audit",
  "/adm/seals",
  "/adm/contents",
  "/adm/contents/release_notes",
  "/adm/contents/communities",
  "/adm/contents/nothing",
  "/adm/contents/release_notes/nowhere",
  "/adm/contents/pages/terms",
  "/adm/contents/word_lists/questions_ja",
  "/%E0%A4%A",
];

test("SHELL-01 the lists of pages contain every route", () => {
  const pages = [
    visitorPages,
    accountPages,
    listSharedPages("a", "b", "c"),
    missingPaths,
    invalidLinkPages,
    // Leads to the list of rooms.
    "/me/group_talks",
  ].flat();
  const missed = listRoutes().filter((route) => {
    const address = new RegExp(`^${route.replaceAll(/\$\w+/g, "[^/]+")}(\\?|$)`);
    return !pages.some((page) => address.test(page));
  });
  expect(missed).toEqual([]);
});

for (const locale of locales) {
  test(`SHELL-01 SHELL-15 in ${locale} the server renders every page with its language, title and content`, async ({
    playwright,
    baseURL,
    request: visitorContext,
  }) => {
    const accountContext = await playwright.request.newContext(
      baseURL === undefined ? {} : { baseURL },
    );
    const account = await registerAccount(accountContext, locale);
    const [uuid] = await askAndAnswer(visitorContext, accountContext, account, { "1?": "one" });
    const asked = await askCommunity(accountContext, "2?");
    const shared = listSharedPages(account, uuid ?? "", asked);
    const expectWholePages = async (reader: APIRequestContext, paths: string[], status: number) => {
      for (const path of paths) {
        const page = await reader.get(`/${locale}${path}`, { headers: { accept: "text/html" } });
        const html = await page.text();
        expect([path, page.status()]).toEqual([path, status]);
        expect(html, path).toContain(`<html lang="${getLanguageTag(locale)}"`);
        expect(html, path).toMatch(/<title>[^<]*\S[^<]*<\/title>/);
        // The first heading contains text, which may be inside further elements.
        expect(html, path).toMatch(/<main.*<h[12][^>]*>(<[^>]+>)*[^<\s].*<\/main>/s);
      }
    };
    await expectWholePages(accountContext, [...accountPages, ...shared], 200);
    await expectWholePages(accountContext, [...missingPaths, ...invalidLinkPages], 404);
    await expectWholePages(visitorContext, [...visitorPages, ...shared], 200);
    await accountContext.dispose();
  });
}

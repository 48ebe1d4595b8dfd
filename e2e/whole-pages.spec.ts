import type { APIRequestContext } from "@playwright/test";
import { pageSlugs } from "@toibako/contract/help.ts";
import { getLanguageTag, locales } from "@toibako/contract/locales.ts";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, test } from "./fixture.ts";

const visitorPaths = [
  "",
  "/acc/login",
  "/acc/regist",
  "/not_login_user",
  "/hp",
  "/guide",
  "/inquiry",
  "/help_lines",
  "/me/privacy",
  "/itr?service=line",
  ...pageSlugs.map((slug) => `/fxp/${slug}`),
];
const accountPaths = [
  "/me/home",
  "/me/notices",
  "/me/friends",
  "/box",
  "/box/reply",
  "/box/dust",
  "/box/held",
  "/stg",
  "/me/privacy",
];
const missingPaths = ["/nobody", "/q/nowhere", "/fxp/nothing", "/%E0%A4%A"];

for (const locale of locales) {
  test(`SHELL-01 SHELL-15 in ${locale} the server renders every page completely`, async ({
    playwright,
    baseURL,
    request,
  }) => {
    const own = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    const account = await registerAccount(own, locale);
    const [uuid] = await askAndAnswer(request, own, account, { "1?": "one" });
    const shared = [`/${account}`, `/q/${uuid}`];
    const expectWholePages = async (reader: APIRequestContext, paths: string[], status: number) => {
      for (const path of paths) {
        const page = await reader.get(`/${locale}${path}`, { headers: { accept: "text/html" } });
        const html = await page.text();
        expect([path, page.status()]).toEqual([path, status]);
        expect(html, path).toContain(`<html lang="${getLanguageTag(locale)}"`);
        expect(html, path).toMatch(/<title>[^<]*\S[^<]*<\/title>/);
        expect(html, path).toMatch(/<main.*<h[12][^>]*>(<[^>]+>)*[^<\s].*<\/main>/s);
      }
    };
    await expectWholePages(own, [...accountPaths, ...shared], 200);
    await expectWholePages(own, missingPaths, 404);
    await expectWholePages(request, [...visitorPaths, ...shared], 200);
    await own.dispose();
  });
}

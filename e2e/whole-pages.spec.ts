import type { APIRequestContext } from "@playwright/test";
import { pageSlugs } from "@toibako/contract/help.ts";
import { languageTag, locales } from "@toibako/contract/locales.ts";
import { enrol, exchange } from "./calls.ts";
import { expect, test } from "./fixture.ts";

const everywhere = [
  "",
  "/acc/login",
  "/acc/regist",
  "/not_login_user",
  "/communities",
  "/hp",
  "/guide",
  "/inquiry",
  "/itr?service=line",
  ...pageSlugs.map((slug) => `/fxp/${slug}`),
];
const personal = [
  "/me/home",
  "/me/notices",
  "/me/talks",
  "/me/friends",
  "/box",
  "/box/reply",
  "/box/dust",
  "/box/held",
  "/stg",
];
const nowhere = ["/nobody", "/q/nowhere", "/fxp/nothing", "/%E0%A4%A"];

for (const locale of locales) {
  test(`SHELL-01 SHELL-15 in ${locale} every page is whole as it leaves the server`, async ({
    playwright,
    baseURL,
    request,
  }) => {
    const own = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    const account = await enrol(own, locale);
    const [uuid] = await exchange(request, own, account, { "1?": "one" });
    const shared = [`/${account}`, `/q/${uuid}`];
    const seen = async (reader: APIRequestContext, paths: string[], status: number) => {
      for (const path of paths) {
        const page = await reader.get(`/${locale}${path}`, { headers: { accept: "text/html" } });
        const html = await page.text();
        expect([path, page.status()]).toEqual([path, status]);
        expect(html, path).toContain(`<html lang="${languageTag(locale)}"`);
        expect(html, path).toMatch(/<title>[^<]*\S[^<]*<\/title>/);
        expect(html, path).toMatch(/<main.*<h[12][^>]*>(<[^>]+>)*[^<\s].*<\/main>/s);
      }
    };
    await seen(own, [...personal, ...shared], 200);
    await seen(own, nowhere, 404);
    await seen(request, [...everywhere, ...shared], 200);
    await own.dispose();
  });
}

import type { APIRequestContext } from "@playwright/test";
import { locales } from "@toibako/contract/locales.ts";
import { HtmlValidate } from "html-validate";
import { LinkChecker } from "linkinator";
import { answerCommunity, askAndAnswer, askCommunity, registerAccount } from "./calls.ts";
import { expect, test } from "./fixture.ts";
import { accountPages, listSharedPages, visitorPages } from "./pages.ts";

const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

async function findProblems(reader: APIRequestContext, paths: string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    const html = await (await reader.get(path, { headers: { accept: "text/html" } })).text();
    const { results } = await validator.validateString(html);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      problems.push(`${path}: ${ruleId}: ${message} (${selector})`);
    }
  }
  return problems;
}

test("WEB-08 the validator finds invalid HTML", async () => {
  const { valid } = await validator.validateString("<!DOCTYPE html><p><div></div></p><ul><p>");
  expect(valid).toBe(false);
});

test("WEB-08 every page is valid HTML", async ({ playwright, request, baseURL }) => {
  const accountContext = await playwright.request.newContext(
    baseURL === undefined ? {} : { baseURL },
  );
  const account = await registerAccount(accountContext, "ja");
  const [uuid] = await askAndAnswer(request, accountContext, account, { "1?": "one\n\ntwo" });
  const asked = await askCommunity(accountContext, "2?");
  await answerCommunity(accountContext, asked, "two");
  const shared = listSharedPages(account, uuid ?? "", asked);
  const addJapanesePrefix = (paths: string[]) => paths.map((path) => `/ja${path}`);
  expect(
    await findProblems(
      request,
      addJapanesePrefix([...visitorPages, ...shared, "/nobody", "/q/nowhere"]),
    ),
  ).toEqual([]);
  expect(
    await findProblems(accountContext, addJapanesePrefix([...accountPages, ...shared])),
  ).toEqual([]);
  // Only the markup of the landing page differs by language, so the other pages are checked in one language.
  const others = [...locales.map((locale) => `/${locale}`), `/embed/ja/${uuid}`];
  expect(await findProblems(request, others)).toEqual([]);
  await accountContext.dispose();
});

test("WEB-08 the links of the demo's pages lead to existing pages", async ({
  request,
  baseURL: origin,
}) => {
  const baseURL = origin ?? "";
  const answers = await (await request.get("/sitemap/answers/0.xml")).text();
  const question = /<loc>(.*?)<\/loc>/.exec(answers)?.[1] ?? "";
  const profiles = await (await request.get("/sitemap/profiles/0.xml")).text();
  const profile = /<loc>(.*?)<\/loc>/.exec(profiles)?.[1] ?? "";
  const pages = ["", "/hp", "/guide", "/acc/login", "/fxp/privacy"];
  const { links } = await new LinkChecker().check({
    path: [question, profile, ...pages.map((path) => `${baseURL}/ja${path}`)],
    headers: { accept: "text/html, */*" },
    concurrency: 8,
    // Other sites may be unreachable or refuse programs.
    linksToSkip: async (link) => !link.startsWith(`${baseURL}/`),
  });
  expect(
    links.filter(({ state }) => state === "BROKEN").map(({ url, status }) => `${status} ${url}`),
  ).toEqual([]);
  expect(links.filter(({ state }) => state === "OK").length).toBeGreaterThan(50);
});

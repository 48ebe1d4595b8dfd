import type { APIRequestContext } from "@playwright/test";
import { locales } from "@toibako/contract/locales.ts";
import { askAndAnswer, registerAccount, sendRequest } from "./calls.ts";
import { expect, test } from "./fixture.ts";

const html = { accept: "text/html" };

async function readPage(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path, { headers: html })).text();
}

function readDataBlocks(page: string): unknown[] {
  const blocks = page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...blocks].map(([, json = ""]) => JSON.parse(json));
}

test("WEB-04 an answered question has structured data without its sender; a sensitive one has none", async ({
  playwright,
  request,
  baseURL,
}) => {
  const accountContext = await playwright.request.newContext(
    baseURL === undefined ? {} : { baseURL },
  );
  const account = await registerAccount(accountContext, "en", "Mina");
  const [uuid] = await askAndAnswer(request, accountContext, account, {
    "</script><b>Tea?": "<i>Always",
  });
  const page = await readPage(request, `/en/q/${uuid}`);
  expect(readDataBlocks(page)).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "QAPage",
      mainEntity: expect.objectContaining({
        "@type": "Question",
        text: "</script><b>Tea?",
        answerCount: 1,
        author: { "@type": "Person", name: "Anonymous" },
        acceptedAnswer: expect.objectContaining({
          text: "<i>Always",
          url: `${baseURL}/en/q/${uuid}`,
          author: { "@type": "Person", name: "Mina", url: `${baseURL}/en/${account}` },
        }),
      }),
    },
  ]);
  expect(JSON.stringify(readDataBlocks(page))).not.toContain("asked");
  await sendRequest(accountContext, "PUT", `/api/v2/items/${uuid}/sensitivity`, {
    is_ad_default: false,
  });
  // A sensitive question has no structured data for any reader, even for its answerer, who sees the question.
  for (const reader of [request, accountContext]) {
    expect(readDataBlocks(await readPage(reader, `/en/q/${uuid}`))).toEqual([]);
  }
  await accountContext.dispose();
});

test("WEB-04 WEB-02 a page names its language with a region, and the icons of its manifest and of the site exist", async ({
  request,
}) => {
  const regionalLocales: string[] = [];
  for (const locale of locales) {
    const page = await readPage(request, `/${locale}`);
    regionalLocales.push(/<meta property="og:locale" content="([^"]+)">/.exec(page)?.[1] ?? "");
    const manifest = /<link rel="manifest" href="([^"]+)">/.exec(page)?.[1] ?? "";
    const { icons } = (await (await request.get(manifest)).json()) as { icons: { src: string }[] };
    for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200);
  }
  expect(regionalLocales).toEqual(["ja_JP", "en_US", "zh_CN", "zh_TW", "ko_KR", "de_DE", "th_TH"]);
  for (const icon of ["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png"]) {
    expect((await request.get(icon)).headers()["content-type"]).toMatch(/^image\//);
  }
});

test("WEB-05 a profile links to its feed, which exists; an account gets a page without tags for social networks", async ({
  playwright,
  request,
  baseURL,
}) => {
  const accountContext = await playwright.request.newContext(
    baseURL === undefined ? {} : { baseURL },
  );
  const account = await registerAccount(accountContext, "en", 'Mina "&"');
  const page = await readPage(request, `/ko/${account}`);
  const feed = `${baseURL}/ko/${account}/feed.atom`;
  expect(page).toContain(`<link rel="alternate" type="application/atom+xml" href="${feed}"`);
  const reply = await request.get(feed);
  expect(reply.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(page).toContain('property="og:title"');
  const pageOfAccount = await readPage(accountContext, `/ko/${account}`);
  expect(pageOfAccount).toContain(`<link rel="canonical" href="${baseURL}/ko/${account}">`);
  expect(pageOfAccount).not.toContain('property="og:title"');
  await accountContext.dispose();
});

test("WEB-09 an address with a handle and without a locale redirects to the profile in the reader's language", async ({
  playwright,
  request,
  baseURL,
}) => {
  const accountContext = await playwright.request.newContext(
    baseURL === undefined ? {} : { baseURL },
  );
  const account = await registerAccount(accountContext, "th");
  const follow = async (reader: APIRequestContext, path: string, language: string) => {
    const headers = { ...html, "accept-language": language };
    const reply = await reader.get(path, { headers, maxRedirects: 0 });
    return [reply.status(), reply.headers().location, reply.headers().vary];
  };
  const vary = "Cookie, Accept-Language";
  expect(await follow(request, `/${account}`, "ko-KR,ko;q=0.9")).toEqual([
    302,
    `/ko/${account}`,
    vary,
  ]);
  expect(await follow(request, `/${account}?page=2`, "de")).toEqual([
    302,
    `/dt/${account}?page=2`,
    vary,
  ]);
  // The language of the reader's account has precedence over that of the browser.
  expect(await follow(accountContext, `/${account}`, "ko")).toEqual([302, `/th/${account}`, vary]);
  // The redirect doesn't reveal whether there is such an account; the page then has the status 404.
  expect(await follow(request, "/nobody_here", "en")).toEqual([302, "/en/nobody_here", vary]);
  const missing = await request.get("/nobody_here", { headers: html });
  expect(missing.status()).toBe(404);
  for (const reserved of ["/box", "/settings", "/embed", "/sitemap", "/a-b"]) {
    expect((await follow(request, reserved, "en"))[0], reserved).toBe(404);
  }
  await accountContext.dispose();
});

/** Returns the addresses that a sitemap or a feed publishes, except those of accounts of other tests. */
const listAddresses = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>|href="([^"]*)"|<(?:uri|icon)>([^<]*)</g)]
    .map(([, ...addresses]) => addresses.find((address) => address !== undefined) ?? "")
    .filter((address) => !address.includes("/e2e_"));

/** Of the addresses that differ only in the locale, returns one; which locale, changes from page to page. */
function chooseOneLocale(addresses: readonly string[]): string[] {
  const pages = new Map<string, string[]>();
  for (const address of addresses) {
    const { pathname, search } = new URL(address);
    const page = locales.reduce((path, locale) => path.replace(`/${locale}/`, "/"), pathname);
    pages.set(page + search, [...(pages.get(page + search) ?? []), address]);
  }
  return [...pages.values()].map((same, index) => same[index % same.length] ?? "");
}

test("WEB-01 WEB-05 every page of the sitemaps and feeds of the demo answers 200 without a redirect", async ({
  request,
}) => {
  test.setTimeout(300_000);
  const read = async (address: string) => (await request.get(address)).text();
  const files = listAddresses(await read("/sitemap.xml"));
  const listed = (await Promise.all(files.map(read))).flatMap(listAddresses);
  const profiles = listAddresses(await read("/sitemap/profiles/0.xml"));
  const feeds = await Promise.all(profiles.map((profile) => read(`${profile}/feed.atom`)));
  const addresses = [...new Set([...listed, ...feeds.flatMap(listAddresses)])].filter(
    (address) => !address.startsWith("http://www.w3.org/"),
  );
  const pending = chooseOneLocale(addresses);
  expect(pending.filter((address) => address.includes("/items/")).length).toBeGreaterThan(10);
  const refused: string[] = [];
  const follow = async () => {
    for (let address = pending.pop(); address !== undefined; address = pending.pop()) {
      const reply = await request.get(address, { headers: { accept: "*/*" }, maxRedirects: 0 });
      if (reply.status() !== 200) refused.push(`${reply.status()} ${address}`);
    }
  };
  // Two at a time: the journey beside this one uses the same server.
  await Promise.all([follow(), follow()]);
  expect(refused).toEqual([]);
});

test("AUTH-05 SHELL-28 addresses of login and settings with slashes at the end lead to their pages, and search engines are kept out", async ({
  request,
}) => {
  const follow = async (path: string) => {
    const reply = await request.get(path, { headers: html });
    return `${reply.status()} ${new URL(reply.url()).pathname}`;
  };
  expect(await follow("/ja/acc/login/")).toBe("200 /ja/acc/login");
  expect(await follow("/ja/acc/regist//")).toBe("200 /ja/acc/regist");
  expect(await follow("/ja/stg/")).toBe("200 /ja/acc/login");
  const robots = await (await request.get("/robots.txt")).text();
  for (const rule of ["/acc/", "/*/acc/", "/*/stg$", "/*/stg/"]) {
    expect(robots).toContain(`\nDisallow: ${rule}\n`);
  }
});

test("API-13 the page of the API's documentation shows every call, and its policy refuses nothing that it needs", async ({
  page,
}) => {
  await page.goto("/api/docs");
  const call = page.locator("#operations-accounts-register");
  await call.getByRole("button").first().click();
  await expect(call.getByText("Parameters", { exact: true }).first()).toBeVisible();
});

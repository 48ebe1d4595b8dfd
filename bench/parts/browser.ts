import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { ensureBrowser } from "../../scripts/browser.ts";
import { findFreePort } from "../../scripts/ports.ts";
import { type Bench, measureTurns } from "../bench.ts";
import { atLeast, atMost, createFigure, type Row } from "../report.ts";

const categories = ["performance", "accessibility"] as const;

/** Measures a visitor's first load of a profile and its Lighthouse scores on a phone. */
export async function measureBrowser(bench: Bench): Promise<Row[]> {
  const page = `${bench.server.url}/ja/${bench.targets.accounts[0]}`;
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [`--remote-debugging-port=${port}`, "--no-sandbox"],
  });
  try {
    return await measureTurns(bench, async () => {
      const load = await measureFirstLoad(browser, page);
      const scores = await measureScores(page, port);
      return [
        createFigure("first load: page, scripts, styles", load.codeKilobytes, atMost(170, " KB")),
        createFigure(
          "first load: before the page is usable",
          load.earlyKilobytes,
          atMost(60, " KB"),
        ),
        createFigure("first load: requests", load.requests, atMost(12)),
        createFigure("Lighthouse: performance", scores.performance, atLeast(97)),
        createFigure("Lighthouse: accessibility", scores.accessibility, atLeast(100)),
      ];
    });
  } finally {
    await browser.close();
  }
}

/**
 * Counts what a browser with an empty cache requests for a page, and the compressed kilobytes of the page, its scripts
 * and its styles: all, and those that were requested before the event "load".
 */
async function measureFirstLoad(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const early = new Set<string>();
  let isLoaded = false;
  const loaded = { requests: 0, code: 0, early: 0 };
  session.on("Page.loadEventFired", () => {
    isLoaded = true;
  });
  session.on("Network.requestWillBeSent", ({ requestId }) => {
    if (!isLoaded) early.add(requestId);
  });
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loaded.requests++;
    if (!["Document", "Script", "Stylesheet"].includes(types.get(requestId) ?? "")) return;
    loaded.code += encodedDataLength;
    if (early.has(requestId)) loaded.early += encodedDataLength;
  });
  await session.send("Page.enable");
  await session.send("Network.enable");
  await page.goto(url);
  // The scripts of a visitor's page are fetched when the browser is idle.
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  // The last script is fetched after three seconds and starts the service worker.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.close();
  return {
    requests: loaded.requests,
    codeKilobytes: loaded.code / 1024,
    earlyKilobytes: loaded.early / 1024,
  };
}

/** Returns the scores of Lighthouse from 0 to 100, on a simulated slow phone. */
async function measureScores(url: string, port: number) {
  const result = await lighthouse(url, { port, onlyCategories: [...categories] });
  const readScore = (name: (typeof categories)[number]) =>
    (result?.lhr.categories[name]?.score ?? NaN) * 100;
  return { performance: readScore("performance"), accessibility: readScore("accessibility") };
}

import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { ensureBrowser } from "../../scripts/browser.ts";
import { findFreePort } from "../../scripts/ports.ts";
import { type Bench, measureTurns } from "../bench.ts";
import { atLeast, atMost, createFigure, lessIsBetter, type Row } from "../report.ts";

/** What a browser with an empty cache fetches for a page; sizes are compressed. */
interface FirstLoad {
  requests: number;
  /** All responses. */
  kilobytes: number;
  /** The page, its scripts and its styles. */
  codeKilobytes: number;
  /** The part of `codeKilobytes` that was requested before the event "load". */
  earlyKilobytes: number;
}

/** Scores of Lighthouse from 0 to 100, on a simulated slow phone. */
interface Scores {
  performance: number;
  accessibility: number;
}

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
        createFigure("first load: everything", load.kilobytes, lessIsBetter(" KB")),
        createFigure("first load: requests", load.requests, atMost(12)),
        createFigure("Lighthouse: performance", scores.performance, atLeast(97)),
        createFigure("Lighthouse: accessibility", scores.accessibility, atLeast(100)),
      ];
    });
  } finally {
    await browser.close();
  }
}

async function measureFirstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const early = new Set<string>();
  let isLoaded = false;
  const loaded = { requests: 0, bytes: 0, code: 0, early: 0 };
  session.on("Page.loadEventFired", () => {
    isLoaded = true;
  });
  session.on("Network.requestWillBeSent", ({ requestId }) => {
    if (!isLoaded) early.add(requestId);
  });
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loaded.requests++;
    loaded.bytes += encodedDataLength;
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
    kilobytes: loaded.bytes / 1024,
    codeKilobytes: loaded.code / 1024,
    earlyKilobytes: loaded.early / 1024,
  };
}

async function measureScores(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, { port, onlyCategories: [...categories] });
  const readScore = (name: keyof Scores) => (result?.lhr.categories[name]?.score ?? NaN) * 100;
  return { performance: readScore("performance"), accessibility: readScore("accessibility") };
}

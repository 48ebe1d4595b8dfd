import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { ensureBrowser } from "../scripts/browser.ts";
import { findFreePort } from "../scripts/ports.ts";
import { computeMedian } from "./load.ts";

/** What a browser with an empty cache fetches for a page; sizes are compressed. */
export interface FirstLoad {
  requests: number;
  /** All responses, and of them the page, its scripts and its styles. */
  kilobytes: number;
  codeKilobytes: number;
}

/** Scores of Lighthouse from 0 to 100, on a simulated slow phone. */
export interface Scores {
  performance: number;
  accessibility: number;
}

const categories = ["performance", "accessibility"] as const;
const runs = 3;

export async function measureInBrowser(page: string): Promise<FirstLoad & Scores> {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [`--remote-debugging-port=${port}`, "--no-sandbox"],
  });
  try {
    return { ...(await measureFirstLoad(browser, page)), ...(await measureScores(page, port)) };
  } finally {
    await browser.close();
  }
}

async function measureFirstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const loaded = { requests: 0, bytes: 0, code: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loaded.requests++;
    loaded.bytes += encodedDataLength;
    const isCode = ["Document", "Script", "Stylesheet"].includes(types.get(requestId) ?? "");
    if (isCode) loaded.code += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(url, { waitUntil: "networkidle" });
  await context.close();
  const { requests, bytes, code } = loaded;
  return { requests, kilobytes: bytes / 1024, codeKilobytes: code / 1024 };
}

async function measureScores(url: string, port: number): Promise<Scores> {
  const found: Scores[] = [];
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, { port, onlyCategories: [...categories] });
    const readScore = (name: keyof Scores) => (result?.lhr.categories[name]?.score ?? NaN) * 100;
    found.push({
      performance: readScore("performance"),
      accessibility: readScore("accessibility"),
    });
  }
  const computeMedianOf = (name: keyof Scores) => computeMedian(found.map((one) => one[name]));
  return {
    performance: computeMedianOf("performance"),
    accessibility: computeMedianOf("accessibility"),
  };
}

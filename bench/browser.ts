import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { ensureBrowser } from "../scripts/browser.ts";
import { freePort } from "../scripts/ports.ts";
import { median } from "./load.ts";

/** What a browser that was never here fetches for a page, as it came over the wire. */
export interface FirstLoad {
  requests: number;
  /** Everything; and of that the page, its scripts and styles. */
  kilobytes: number;
  code_kilobytes: number;
}

/** Scores of Lighthouse from 0 to 100, on its slow mobile phone. */
export interface Scores {
  performance: number;
  accessibility: number;
}

const categories = ["performance", "accessibility"] as const;
const runs = 3;

export async function measureInBrowser(page: string): Promise<FirstLoad & Scores> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [`--remote-debugging-port=${port}`, "--no-sandbox"],
  });
  try {
    return { ...(await firstLoad(browser, page)), ...(await scores(page, port)) };
  } finally {
    await browser.close();
  }
}

async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const loaded = { requests: 0, bytes: 0, code: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loaded.requests++;
    loaded.bytes += encodedDataLength;
    const is_code = ["Document", "Script", "Stylesheet"].includes(types.get(requestId) ?? "");
    if (is_code) loaded.code += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(url, { waitUntil: "networkidle" });
  await context.close();
  const { requests, bytes, code } = loaded;
  return { requests, kilobytes: bytes / 1024, code_kilobytes: code / 1024 };
}

async function scores(url: string, port: number): Promise<Scores> {
  const found: Scores[] = [];
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, { port, onlyCategories: [...categories] });
    const score = (name: keyof Scores) => (result?.lhr.categories[name]?.score ?? NaN) * 100;
    found.push({ performance: score("performance"), accessibility: score("accessibility") });
  }
  const middle = (name: keyof Scores) => median(found.map((one) => one[name]));
  return { performance: middle("performance"), accessibility: middle("accessibility") };
}

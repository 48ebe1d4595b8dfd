import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureBrowser } from "../scripts/browser.ts";
import { median } from "./load.ts";

/** How still pages stand while they arrive, and how soon a press shows another one. */
export interface Motion {
  /** The largest cumulative layout shift of all pages, on a telephone and on a wide screen. */
  shift: number;
  shifted_page: string;
  /** Milliseconds from the press on a destination until its page stands there, bars and heading. */
  press: number;
  slowest_press: number;
}

interface Asked {
  origin: string;
  account: string;
  /** Of somebody who is signed in. */
  session: string;
}

const forAll = ["", "/hp", "/guide", "/itr?service=line", "/inquiry", "/fxp/terms"];
const forVisitors = ["/not_login_user", "/acc/login", "/acc/regist"];
const forMembers = ["/me/home", "/me/notices", "/me/talks", "/stg", "/box", "/box/reply"];
const destinations = ["/me/home", "/box", "/me/friends", "/me/talks"];

const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1280, height: 900 } };

/** 150 ms there and back and 1.6 Mbit/s, so that a page arrives piece by piece. */
const slow = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };

declare global {
  var shifted: number;
  var pressed: Promise<number>;
}

export async function measureMotion(asked: Asked): Promise<Motion> {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ["--no-sandbox"],
  });
  try {
    const shifts = await shiftsOf(browser, asked);
    const [worst = { page: "", shift: Number.NaN }] = shifts.sort((a, b) => b.shift - a.shift);
    const presses = await pressesOf(browser, asked);
    return {
      shift: worst.shift,
      shifted_page: worst.page,
      press: median(presses),
      slowest_press: Math.max(...presses),
    };
  } finally {
    await browser.close();
  }
}

async function shiftsOf(browser: Browser, { origin, account, session }: Asked) {
  const found: { page: string; shift: number }[] = [];
  for (const screen of [telephone, desk]) {
    for (const signed_in of [false, true]) {
      const context = await browser.newContext({ ...screen, baseURL: origin });
      if (signed_in) await signIn(context, origin, session);
      for (const path of [...forAll, `/${account}`, ...(signed_in ? forMembers : forVisitors)]) {
        found.push({ page: path || "/", shift: await shiftOf(context, `/ja${path}`) });
      }
      await context.close();
    }
  }
  return found;
}

async function shiftOf(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        globalThis.shifted += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", slow);
  await page.goto(path);
  await atRest(page);
  const shift = await page.evaluate(() => globalThis.shifted);
  await page.close();
  return shift;
}

/** The main destinations one after the other, twice, after the first page has come to rest. */
async function pressesOf(browser: Browser, { origin, account, session }: Asked) {
  const context = await browser.newContext({ ...telephone, baseURL: origin });
  await signIn(context, origin, session);
  const page = await context.newPage();
  await page.goto(`/ja/${account}`);
  await atRest(page);
  const times: number[] = [];
  for (const path of [...destinations, ...destinations]) {
    const address = `/ja${path}`;
    await page.evaluate(watchPress, address);
    await page.locator(`nav a[href^="${address}"]:visible`).first().tap();
    times.push(await page.evaluate(() => globalThis.pressed));
    await atRest(page);
  }
  await context.close();
  return times;
}

/** Runs in the page: the time from the next press until the bar marks it and no part is grey. */
function watchPress(address: string): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  globalThis.pressed = promise;
  const begin = () => {
    const start = performance.now();
    const look = () => {
      const there = document.querySelector(`nav a[aria-current="page"][href^="${address}"]`);
      const grey = document.querySelector("main [class*=shimmer]");
      if (there && !grey) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  };
  addEventListener("pointerdown", begin, { once: true, capture: true });
}

/** The stream of events never ends, so the network alone does not tell. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForTimeout(1000);
}

async function signIn(context: BrowserContext, origin: string, session: string): Promise<void> {
  const domain = new URL(origin).hostname;
  const place = { domain, path: "/", secure: true, httpOnly: true };
  await context.addCookies([{ name: "__Host-session", value: session, ...place }]);
}

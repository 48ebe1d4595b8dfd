import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureBrowser } from "../../scripts/browser.ts";
import { type Bench, measureTurns } from "../bench.ts";
import { computeMedian } from "../load.ts";
import { createSessionToken } from "../people.ts";
import { atMost, createFigure, lessIsBetter, type Row } from "../report.ts";

/** Layout shifts during loading, and times from a press to the next page. */
interface Motion {
  /** The largest cumulative layout shift of the measured pages, on a phone and on a wide screen. */
  shift: number;
  shiftedPage: string;
  /** Milliseconds from the press on a destination until its page is shown: median and maximum. */
  press: number;
  slowestPress: number;
}

interface MotionSite {
  origin: string;
  account: string;
  /** The session token of an account. */
  session: string;
}

const commonPaths = ["", "/hp", "/guide", "/itr?service=line", "/inquiry", "/fxp/terms"];
const visitorPaths = ["/not_login_user", "/acc/login", "/acc/regist"];
const accountPaths = ["/me/home", "/me/notices", "/stg", "/box", "/box/reply"];
const destinations = ["/me/home", "/box", "/me/friends"];

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 900 } };

/** A latency of 150 ms and 1.6 Mbit/s, so that a page arrives in pieces. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 2e5,
  uploadThroughput: 1e5,
};

declare global {
  // Variables of the page, which scripts of this file set in it.
  /** The cumulative layout shift. */
  var layoutShift: number;
  /** The milliseconds from the press until the page is shown. */
  var pressDuration: Promise<number>;
}

/** Measures layout shifts during loading, and the time from a press to the next page. */
export function measurePageMotion(bench: Bench): Promise<Row[]> {
  const origin = bench.server.url;
  const account = bench.targets.accounts[0] ?? "";
  return measureTurns(bench, async () => {
    const motion = await measureMotion({ origin, account, session: createSessionToken(1) });
    const shift = createFigure("largest layout shift", motion.shift, atMost(0.02), 3);
    return [
      { ...shift, note: motion.shiftedPage },
      createFigure("from the press on a destination to its page", motion.press, atMost(100, " ms")),
      createFigure(
        "from the press on a destination to its page, slowest",
        motion.slowestPress,
        lessIsBetter(" ms"),
      ),
    ];
  });
}

async function measureMotion(motionSite: MotionSite): Promise<Motion> {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ["--no-sandbox"],
  });
  try {
    const shifts = await measureShifts(browser, motionSite);
    const [worst = { page: "", shift: Number.NaN }] = shifts.sort((a, b) => b.shift - a.shift);
    const presses = await measurePresses(browser, motionSite);
    return {
      shift: worst.shift,
      shiftedPage: worst.page,
      press: computeMedian(presses),
      slowestPress: Math.max(...presses),
    };
  } finally {
    await browser.close();
  }
}

async function measureShifts(browser: Browser, { origin, account, session }: MotionSite) {
  const shifts: { page: string; shift: number }[] = [];
  for (const screen of [phone, desktop]) {
    for (const isSignedIn of [false, true]) {
      const context = await browser.newContext({ ...screen, baseURL: origin });
      if (isSignedIn) await signIn(context, origin, session);
      for (const path of [
        ...commonPaths,
        `/${account}`,
        ...(isSignedIn ? accountPaths : visitorPaths),
      ]) {
        shifts.push({ page: path || "/", shift: await measureShift(context, `/ja${path}`) });
      }
      await context.close();
    }
  }
  return shifts;
}

async function measureShift(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        globalThis.layoutShift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", slowNetwork);
  await page.goto(path);
  await waitUntilSettled(page);
  const shift = await page.evaluate(() => globalThis.layoutShift);
  await page.close();
  return shift;
}

/** Presses the main destinations one after the other, twice. */
async function measurePresses(browser: Browser, { origin, account, session }: MotionSite) {
  const context = await browser.newContext({ ...phone, baseURL: origin });
  await signIn(context, origin, session);
  const page = await context.newPage();
  await page.goto(`/ja/${account}`);
  await waitUntilSettled(page);
  const times: number[] = [];
  for (const path of [...destinations, ...destinations]) {
    const address = `/ja${path}`;
    await page.evaluate(watchNextPress, address);
    await page.locator(`nav a[href^="${address}"]:visible`).first().tap();
    times.push(await page.evaluate(() => globalThis.pressDuration));
    await waitUntilSettled(page);
  }
  await context.close();
  return times;
}

/**
 * Runs in the page: measures the time from the next press until the navigation marks the destination as
 * the current page and no placeholder is left.
 */
function watchNextPress(address: string): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  globalThis.pressDuration = promise;
  const startRecording = () => {
    const start = performance.now();
    const checkPage = () => {
      const currentLink = document.querySelector(`nav a[aria-current="page"][href^="${address}"]`);
      const placeholder = document.querySelector("main [class*=shimmer]");
      if (currentLink && !placeholder) resolve(performance.now() - start);
      else requestAnimationFrame(checkPage);
    };
    checkPage();
  };
  addEventListener("pointerdown", startRecording, { once: true, capture: true });
}

/** Waits a second after the event "load". An idle network never comes, because the event stream doesn't end. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForTimeout(1000);
}

async function signIn(context: BrowserContext, origin: string, session: string): Promise<void> {
  const domain = new URL(origin).hostname;
  const cookieOptions = { domain, path: "/", secure: true, httpOnly: true };
  await context.addCookies([{ name: "__Host-session", value: session, ...cookieOptions }]);
}

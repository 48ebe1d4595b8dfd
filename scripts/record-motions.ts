// Records the motions of a running site in slow motion, frame by frame, and writes a contact sheet of each to a folder.
// With --measure, it plays them at their speed on a processor that is slowed four times, and prints frames and shifts.
//
// npm run demo, then: node scripts/record-motions.ts [--url http://localhost:3000] [--out motions] [--only answer,send]
//                                                    [--locale ja] [--width 390] [--dark] [--measure]
//                                                    [--from 0] [--to 700]   only this part, in milliseconds
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { askAndAnswer, findReceived, registerAccount, sendQuestions } from "../e2e/calls.ts";
import { openPage } from "../e2e/fixture.ts";
import { ensureBrowser } from "./browser.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://localhost:3000" },
    out: { type: "string", default: "motions" },
    only: { type: "string" },
    locale: { type: "string", default: "ja" },
    width: { type: "string", default: "390" },
    dark: { type: "boolean", default: false },
    from: { type: "string", default: "0" },
    to: { type: "string", default: "9999" },
    measure: { type: "boolean", default: false },
  },
});

const question =
  "はじめて質問します。今度、母とふたりでお店に行こうと思っています。母は足が悪いので段差が少し心配なのですが、入り口はどんな感じでしょうか？";
const answer =
  "段差はありません。入り口は引き戸で、車いすの方もそのまま入れます。\nおすすめは深煎りと、バスクチーズケーキ。";

/** A motion of a page: `prepare` opens the page, and `start` causes the motion. */
interface Scene {
  prepare: (page: Page, sender: Page) => Promise<void>;
  start: (page: Page) => Promise<void>;
  /** Milliseconds at normal speed. */
  duration: number;
}

const locale = values.locale as "ja";
const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

async function prepareReceiver(page: Page, sender: Page): Promise<string> {
  const account = await registerAccount(page.request, locale, "ゆい");
  await sendQuestions(sender.request, account, question, "朝型ですか？");
  return account;
}

const scenes: Record<string, Scene> = {
  answer: {
    async prepare(page, sender) {
      await prepareReceiver(page, sender);
      const { uuid_hash } = await findReceived(page.request, question);
      await openPage(page, `/${locale}/q/${uuid_hash}`);
      await page.locator("[data-answer-form] textarea").fill(answer);
    },
    start: press("[data-answer-form] [type=submit]"),
    duration: 1100,
  },
  "answer-in-inbox": {
    async prepare(page, sender) {
      await prepareReceiver(page, sender);
      await openPage(page, `/${locale}/box`);
      const letter = page.getByRole("article").filter({ hasText: "朝型ですか？" });
      await letter.locator("a, button").filter({ hasText: /\S/ }).first().click();
      await letter.locator("textarea").fill(answer);
    },
    start: press("[data-answer-form] [type=submit]"),
    duration: 1100,
  },
  send: {
    async prepare(page, sender) {
      const account = await registerAccount(sender.request, locale, "森せんせい");
      await openPage(page, `/${locale}/${account}`);
      await page.locator("[data-question-form] textarea").fill(question);
    },
    start: press("[data-question-form] [type=submit]"),
    duration: 2000,
  },
  like: {
    async prepare(page, sender) {
      const account = await registerAccount(sender.request, locale, "森せんせい");
      await askAndAnswer(page.request, sender.request, account, { [question]: answer });
      await openPage(page, `/${locale}/${account}`);
    },
    start: press("[aria-pressed=false]:has(.lucide-heart)"),
    duration: 400,
  },
  later: {
    async prepare(page, sender) {
      await prepareReceiver(page, sender);
      await openPage(page, `/${locale}/me/home`);
    },
    start: (page) => page.locator("[data-depth='0'] button:visible").last().click(),
    duration: 400,
  },
  page: {
    async prepare(page, sender) {
      const account = await registerAccount(sender.request, locale, "森せんせい");
      await askAndAnswer(page.request, sender.request, account, { [question]: answer });
      await openPage(page, `/${locale}/${account}`);
    },
    start: press("article a[data-letter]"),
    duration: 400,
  },
};

const slowness = 10;

/** Starts the motion ten times slower, and returns pictures of the window with their times in milliseconds. */
async function record(page: Page, { start, duration }: Scene) {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 1 / slowness });
  const frames: { time: number; picture: Buffer }[] = [];
  const isStarted = start(page);
  const begin = performance.now();
  const getTime = () => (performance.now() - begin) / slowness;
  while (getTime() < duration) {
    // Straight from the browser, because Playwright waits for a frame first.
    const { data } = await session.send("Page.captureScreenshot", { format: "jpeg" });
    frames.push({ time: Math.round(getTime()), picture: Buffer.from(data, "base64") });
    await new Promise((resolve) => setTimeout(resolve, 40 * slowness - 100));
  }
  await isStarted;
  return frames;
}

/** Milliseconds between frames, and how far which elements have shifted. */
interface Measured {
  frames: number[];
  shift: number;
  shifted: string[];
}

/** The entry of the browser, which has no type yet. */
type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** Plays the motion on a processor that is four times slower, and returns the times of its frames and its shifts. */
async function measure(page: Page, { start, duration }: Scene) {
  await page.evaluate(() => {
    const measured: Measured = { frames: [], shift: 0, shifted: [] };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Shifts right after an input count too, though browsers excuse them.
        const { value, sources } = entry as LayoutShift;
        measured.shift += value;
        for (const { node } of sources) {
          const { localName, className } = (node ?? document.body) as HTMLElement;
          measured.shifted.push(`${localName}.${className}`.slice(0, 60));
        }
      }
    }).observe({ type: "layout-shift" });
    let last = performance.now();
    const count = (now: number) => {
      measured.frames.push(now - last);
      last = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await start(page);
  await page.waitForTimeout(duration * 2);
  const { frames, shift, shifted } = await page.evaluate(
    () => (window as unknown as { measured: Measured }).measured,
  );
  const slow = frames.filter((time) => time > 20).map(Math.round);
  return { frames: frames.length, over_20_ms: slow, layout_shift: shift, shifted };
}

async function writeSheet(
  browser: Browser,
  name: string,
  frames: { time: number; picture: Buffer }[],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1800, height: 100 } });
  const isWanted = ({ time }: { time: number }) =>
    time >= Number(values.from) && time <= Number(values.to);
  const figures = frames
    .filter(isWanted)
    .map(
      ({ time, picture }) =>
        `<figure style="margin:0">${time} ms<img style="display:block;width:100%" src="data:image/jpeg;base64,${picture.toString("base64")}"></figure>`,
    );
  await page.setContent(
    `<body style="margin:0;font:14px sans-serif;display:grid;gap:6px;grid-template-columns:repeat(8,1fr)">${figures.join("")}`,
  );
  await page.screenshot({ path: join(values.out, `${name}.png`), fullPage: true });
  await page.close();
}

mkdirSync(values.out, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureBrowser() });
const names = values.only?.split(",") ?? Object.keys(scenes);
const width = Number(values.width);
const look = {
  baseURL: values.url,
  viewport: { width, height: width < 768 ? 844 : 900 },
  colorScheme: values.dark ? "dark" : "light",
} as const;
for (const name of names) {
  const scene = scenes[name];
  if (!scene) throw new Error(`No motion is called ${name}: ${Object.keys(scenes).join(", ")}.`);
  const page = await (await browser.newContext(look)).newPage();
  const sender = await (await browser.newContext(look)).newPage();
  await scene.prepare(page, sender);
  // The code of a motion is loaded when somebody begins to write.
  await page.waitForTimeout(1000);
  if (values.measure) console.log(name, JSON.stringify(await measure(page, scene)));
  else await writeSheet(browser, name, await record(page, scene));
  await page.context().close();
  await sender.context().close();
}
await browser.close();

import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

export { expect };

interface Fixtures {
  /** Messages of the console that a test provokes itself; any other fails it. */
  tolerated: RegExp;
  watched: string[];
  /** Whether what somebody reached is celebrated; elsewhere it would stand in the way. */
  celebrates: boolean;
  /** A page in a browser of somebody else. */
  another: () => Promise<Page>;
}

/** Every test fails by what its pages complain of: errors, warnings of policy, failed loads. */
export const test = base.extend<Fixtures>({
  tolerated: [/(?!)/, { option: true }],
  celebrates: [false, { option: true }],

  watched: [
    async ({ context, tolerated, celebrates }, use) => {
      const faults: string[] = [];
      await watch(context, faults);
      if (!celebrates) await keepCalm(context);
      await use(faults);
      expect(faults.filter((fault) => !tolerated.test(fault))).toEqual([]);
    },
    { auto: true },
  ],

  another: async ({ browser, watched, celebrates }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, watched);
      if (!celebrates) await keepCalm(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`${message.text()} ${message.location().url}`);
  });
  context.on("weberror", (error) => faults.push(String(error.error())));
  await context.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`policy violated: ${effectiveDirective} ${blockedURI}`)),
    ),
  );
}

/** Pages hear of no achievements. */
async function keepCalm(context: BrowserContext): Promise<void> {
  const pager = { current_page: 1, total_pages: 0, total_count: 0, limit: 1 };
  await context.route("**/api/v2/me/user_achievements", (route) =>
    route.fulfill({ json: { user_achievements: [], pager } }),
  );
}

/** Opens a page and waits until it listens to presses. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await awake(page);
}

/** Parts of a page wake up one after the other; a press on one that sleeps would be lost. */
export async function awake(page: Page): Promise<void> {
  const listens = () =>
    [...document.querySelectorAll("a, button, form, textarea")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    );
  await expect.poll(() => page.evaluate(listens), { intervals: [20, 50, 100] }).toBe(true);
}

/** Colours in between are nobody's; one change may begin where another ends. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const changes = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ playState }) => playState === "running");
      if (changes.length === 0) return;
      await Promise.all(changes.map(({ finished }) => finished.catch(() => {})));
    }
  });
}

/** Answers every request for an address only once the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

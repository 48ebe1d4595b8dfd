import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { translate } from "./texts.ts";

export { expect };

/** Waits until the page shows an answer that was just sent, with its sharing below it. */
export async function waitForAnswer(page: Page, locale: Locale = "en"): Promise<void> {
  const name = translate(locale, "shares.answer_prompt_title");
  await expect(page.getByRole("region", { name })).toBeVisible();
}

/** Chooses to edit or to delete an own answer in its menu. `part` is the page, or the row of the answer. */
export async function chooseAnswerAction(
  page: Page,
  action: "answers.edit" | "answers.delete",
  part: Page | Locator = page,
): Promise<void> {
  await part.getByRole("button", { name: translate("en", "answers.menu") }).click();
  await page.getByRole("menuitem", { name: translate("en", action), exact: true }).click();
}

/** Presses a button of the open confirmation dialog. */
export async function pressInDialog(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: translate("en", key), exact: true }).click();
}

interface Fixtures {
  /** Errors that a test causes itself; any other error of a page fails the test. */
  tolerated: RegExp;
  /** The errors that the pages of a test have reported. */
  pageErrors: string[];
  /** Whether pages show new achievements. By default they don't, because the dialog would cover the page. */
  showsAchievements: boolean;
  /** Opens another browser, which has no cookies, and returns an empty page of it. */
  openBrowser: () => Promise<Page>;
}

/** Fails a test if one of its pages reports an error, a policy violation or a failed load. */
export const test = base.extend<Fixtures>({
  // The default is a regular expression that matches nothing.
  tolerated: [/(?!)/, { option: true }],
  showsAchievements: [false, { option: true }],

  pageErrors: [
    async ({ context, tolerated, showsAchievements }, use) => {
      const errors: string[] = [];
      await collectErrors(context, errors);
      if (!showsAchievements) await hideAchievements(context);
      await use(errors);
      expect(errors.filter((error) => !tolerated.test(error))).toEqual([]);
    },
    { auto: true },
  ],

  openBrowser: async ({ browser, pageErrors, showsAchievements }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await collectErrors(context, pageErrors);
      if (!showsAchievements) await hideAchievements(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function collectErrors(context: BrowserContext, errors: string[]): Promise<void> {
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  await context.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`policy violated: ${effectiveDirective} ${blockedURI}`)),
    ),
  );
}

/** Answers the requests for achievements in the page, because with a route, the browser wouldn't keep any files. */
async function hideAchievements(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const pager = { current_page: 1, total_pages: 0, total_count: 0, limit: 1 };
    const fetchFromSite = window.fetch;
    window.fetch = async (resource, options) => {
      const url = resource instanceof Request ? resource.url : String(resource);
      return url.endsWith("/api/v2/me/user_achievements")
        ? Response.json({ user_achievements: [], pager })
        : fetchFromSite(resource, options);
    };
  });
}

/** Opens a page and waits until it handles events. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilHydrated(page);
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await waitUntilHydrated(page);
}

/** Waits until every part of the page handles events, because an earlier press may be lost. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  // React hydrates the parts within a Suspense boundary later, or at once when an event happens in them. This
  // event may be lost. So each part gets an event to which no component listens.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("a, button, form, input, textarea")) {
      element.dispatchEvent(new Event("pointercancel", { bubbles: true }));
    }
  });
}

/**
 * Waits until all visible animations and transitions have ended, except endless ones. Checks again after
 * each wait, because one transition may start another. Ignores the content of closed `details`: Chromium
 * doesn't render it, so a transition in it may never finish.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const running = document
        .getAnimations()
        // What scrolling drives doesn't end by itself.
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ effect }) => (effect as KeyframeEffect).target?.checkVisibility())
        .filter(({ playState }) => playState === "running");
      if (running.length === 0) return;
      await Promise.all(running.map(({ finished }) => finished.catch(() => {})));
    }
  });
}

/** Changes the theme, and waits until the page is drawn in it, so that axe doesn't measure mixed colors. */
export async function switchTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async (scheme) => {
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const query = matchMedia(`(prefers-color-scheme: ${scheme})`);
    // Under load, the theme may change some frames later. Transitions start with the frame after the change.
    while (!query.matches) await waitForFrame();
    await waitForFrame();
  }, colorScheme);
  await waitForAnimations(page);
}

/** Delays requests that match a pattern until the returned function is called. */
export async function delayRequests(page: Page, pattern: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

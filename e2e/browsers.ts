import type { LaunchOptions } from "@playwright/test";

/** The options to launch the browser at this path, by default Playwright's own. */
const launch = (path: string | undefined): LaunchOptions => ({
  ...(path && { executablePath: path }),
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** The headless shell, if there is one: it takes less processor time. */
export const fastBrowser = launch(process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH);

/** The whole browser, for what the headless shell lacks, such as notifications. */
export const wholeBrowser = launch(process.env.CHROMIUM_PATH);

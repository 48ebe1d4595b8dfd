import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { canInstall, installPackages } from "./install.ts";
import { runInTerminal } from "./run.ts";

const systemBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Chromium's headless shell has no notifications, and takes a third less processor time than the whole browser. */
const headlessShell = "/usr/bin/chromium-headless-shell";

// Without these fonts, CJK and Thai text and emoji are rendered as boxes.
const fontPackages = ["fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-thai-tlwg"];

/** Returns the path of a Chromium: CHROMIUM_PATH, Playwright's, the system's, or one installed now. */
export async function ensureBrowser(): Promise<string> {
  const existing = findBrowser();
  if (existing !== undefined) return existing;
  if (canInstall()) await installPackages("chromium", ...fontPackages);
  else await runInTerminal(["playwright", "install", "chromium"]);
  const installed = findBrowser();
  if (installed === undefined) {
    throw new Error("No Chromium found or installed: set CHROMIUM_PATH to one.");
  }
  return installed;
}

/**
 * Returns the path of Debian's headless shell, which is installed if possible. Undefined if there is none, or if
 * CHROMIUM_PATH names the browser for everything.
 */
export async function ensureHeadlessShell(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return undefined;
  if (!existsSync(headlessShell) && canInstall()) {
    // Other distributions have no such package.
    await installPackages("chromium-headless-shell").catch(console.error);
  }
  return existsSync(headlessShell) ? headlessShell : undefined;
}

function findBrowser(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH ?? "",
    chromium.executablePath(),
    ...systemBrowsers,
  ];
  return candidates.find((path) => path !== "" && existsSync(path));
}

import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { canInstall, installPackages } from "./install.ts";
import { runInTerminal } from "./run.ts";

const systemBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

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

function findBrowser(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH ?? "",
    chromium.executablePath(),
    ...systemBrowsers,
  ];
  return candidates.find((path) => path !== "" && existsSync(path));
}

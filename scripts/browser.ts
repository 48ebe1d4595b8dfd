import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { canInstall, install } from "./install.ts";
import { runAloud } from "./run.ts";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// Pages and pictures hold seven languages and emoji: without these fonts they show boxes.
const FONTS = ["fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-thai-tlwg"];

/** The path of a Chromium to test with: CHROMIUM_PATH, Playwright's, the system's, or a new one. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (canInstall()) await install("chromium", ...FONTS);
  else await runAloud(["playwright", "install", "chromium"]);
  const installed = findBrowser();
  if (installed === undefined) {
    throw new Error("No Chromium found or installed: set CHROMIUM_PATH to one.");
  }
  return installed;
}

function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH ?? "", chromium.executablePath(), ...SYSTEM];
  return candidates.find((path) => path !== "" && existsSync(path));
}

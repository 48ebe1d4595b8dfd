import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import jsqr from "jsqr";

/** Reads a QR code from a screenshot of an element; null if it shows none. */
export async function readShownCode(element: Locator): Promise<string | null> {
  return decode(element.page(), await element.screenshot());
}

/** Reads a QR code from a saved picture. */
export async function readSavedCode(page: Page, download: Download): Promise<string | null> {
  return decode(page, await readFile(await download.path()));
}

async function decode(page: Page, png: Buffer): Promise<string | null> {
  const source = `data:image/png;base64,${png.toString("base64")}`;
  const { greys, width, height } = await page.evaluate(readGreys, source);
  const pixels = new Uint8ClampedArray(4 * width * height);
  // Each pixel has four bytes: red, green, blue and opacity.
  for (let index = 0; index < width * height; index++) {
    pixels.fill(greys.charCodeAt(index), 4 * index, 4 * index + 4);
  }
  return jsqr.default(pixels, width, height)?.data ?? null;
}

/**
 * Runs in the browser, which decodes the picture. Returns the grey of each pixel as a character code in one
 * string, because passing an array of a million numbers to the test takes minutes.
 */
async function readGreys(source: string) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const width = image.naturalWidth;
  // Leaves out the text below the code, because jsqr mistakes parts of it for corners of the code.
  const height = Math.min(image.naturalHeight, Math.round(0.93 * width));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const pixels = context?.getImageData(0, 0, width, height).data ?? [];
  let greys = "";
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.slice(offset, offset + 3);
    greys += String.fromCharCode(Math.round((red + green + blue) / 3));
  }
  return { greys, width, height };
}

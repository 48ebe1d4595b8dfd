import { cardFormats } from "@toibako/contract/cards.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { firstGroups } from "../../stamps/first-groups.ts";
import type { Card } from "./card.ts";
import { drawCard } from "./draw.ts";
import { findCardStamp } from "./stamp.ts";

const card: Card = { kind: "question", locale: "ja", text: "好きな色は？", account: "yui_cafe" };
const stamps = firstGroups.flatMap((group) => group.stamps);

describe.each(cardFormats)("a %s card", (format) => {
  test("ASK-06 differs for each stamp, in a file below 100 KB", () => {
    const cards = stamps.map(({ id }) => drawCard({ ...card, format, stamp_id: id }));
    expect(new Set(cards.map((png) => png.toString("base64"))).size).toBe(stamps.length);
    expect(Math.max(...cards.map((png) => png.length))).toBeLessThan(100 * 1024);
  });

  test("ASK-06 has the question's text beside the stamp", () => {
    const shown = drawCard({ ...card, format, stamp_id: "music" });
    expect(drawCard({ ...card, format, text: "別の文", stamp_id: "music" }).equals(shown)).toBe(
      false,
    );
    expect(drawCard({ ...card, format }).equals(shown)).toBe(false);
  });

  test("ASK-06 has an uploaded picture, and only the text if its file is missing", async () => {
    const draw = async (background: string) => {
      const square = { width: 520, height: 520, channels: 4 as const, background };
      const stamp_picture = await sharp({ create: square }).webp().toBuffer();
      return drawCard({ ...card, format, stamp_id: `${background}-uploaded`, stamp_picture });
    };
    const [red, blue] = await Promise.all([draw("red"), draw("blue")]);
    const plain = drawCard({ ...card, format });
    expect(new Set([red, blue, plain].map((png) => png.toString("base64"))).size).toBe(3);
    expect(drawCard({ ...card, format, stamp_id: "no-such-stamp" }).equals(plain)).toBe(true);
  });
});

test.each(stamps)("ASK-06 the picture of $id stays inside its square", ({ id }) => {
  const size = 240;
  const picture = findCardStamp({ ...card, stamp_id: id })!.drawPicture(size);
  const { data } = picture.getContext("2d").getImageData(0, 0, size, size);
  const readAlpha = (x: number, y: number) => data[(y * size + x) * 4 + 3];
  for (let index = 0; index < size; index++) {
    const edge = [
      readAlpha(index, 0),
      readAlpha(index, size - 1),
      readAlpha(0, index),
      readAlpha(size - 1, index),
    ];
    expect(edge).toEqual([0, 0, 0, 0]);
  }
  // A picture covers more than 9,000 of its 57,600 pixels.
  expect(data.filter((value, index) => index % 4 === 3 && value > 0).length).toBeGreaterThan(9000);
});

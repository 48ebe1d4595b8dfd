import { cardFormats } from "@toibako/contract/cards.ts";
import { locales } from "@toibako/contract/locales.ts";
import { describe, expect, test } from "vitest";
import { findStamp, stampGroups } from "../../stamps/groups.ts";
import type { Card } from "./card.ts";
import { drawCard } from "./draw.ts";
import { findCardStamp } from "./stamp.ts";

const card: Card = { kind: "question", locale: "ja", text: "好きな色は？", account: "yui_cafe" };
const stamps = stampGroups.flatMap((group) => group.stamps);

describe.each(cardFormats)("a %s card", (format) => {
  test("ASK-06 differs for each stamp, in a file below 100 KB", () => {
    const cards = stamps.map(({ id }) => drawCard({ ...card, format, stamp_id: id }));
    expect(new Set(cards.map((png) => png.toString("base64"))).size).toBe(stamps.length);
    expect(Math.max(...cards.map((png) => png.length))).toBeLessThan(100 * 1024);
  });

  test("ASK-06 has the stamp's text in the receiver's language instead of the stored text", () => {
    for (const locale of locales) {
      const shown = drawCard({ ...card, format, locale, stamp_id: "music" });
      const text = findStamp("music")!.texts[locale];
      expect(drawCard({ ...card, format, locale, text, stamp_id: "music" }).equals(shown)).toBe(
        true,
      );
      expect(drawCard({ ...card, format, locale, text }).equals(shown)).toBe(false);
    }
  });

  test("ASK-06 shows the question's text if the stamp no longer exists", () => {
    const plain = drawCard({ ...card, format });
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

import { optionLimits } from "@toibako/contract/items.ts";
import { expect, test } from "vitest";
import type { Card } from "./card.ts";
import { drawCard } from "./draw.ts";

const question: Card = { kind: "question", locale: "en", text: "Tea or coffee?" };
const options = ["Tea", "Coffee", "Water", "Milk"];
const family = "👨‍👩‍👧‍👦";

test.each(["wide", "tall"] as const)(
  "SHARE-01 ASK-17 every option of a question is on its %s card",
  (format) => {
    const card = { ...question, format };
    const pictures = [
      card,
      ...[2, 3, 4].map((count) => ({ ...card, options: options.slice(0, count) })),
    ];
    const other = { ...card, options: ["Tea", "Coffee", "Water", "Cocoa"] };
    const drawn = [...pictures, other].map((drawnCard) => drawCard(drawnCard).toString("base64"));
    expect(new Set(drawn).size).toBe(drawn.length);
  },
);

test("SHARE-01 the answer card shows the chosen option, with and without a text", () => {
  const drawn = ["", "Every morning."].flatMap((answer_text) =>
    [0, 1].map((chosen_option) =>
      drawCard({ ...question, kind: "answer", answer_text, options, chosen_option }).toString(
        "base64",
      ),
    ),
  );
  expect(new Set(drawn).size).toBe(4);
});

test.each(["wide", "tall"] as const)(
  "SHARE-01 a %s card with the longest options has the usual width",
  (format) => {
    const longest = ["W", "あ", family, "ผู้"].map((character) =>
      character.repeat(optionLimits.characters),
    );
    const card = drawCard({ ...question, format, text: "あ".repeat(5000), options: longest });
    expect(card.readUInt32BE(16)).toBe(format === "wide" ? 1200 : 1080);
  },
);

test("SHARE-01 a preview is a smaller picture in a smaller file", () => {
  const [large, small] = [question, { ...question, is_preview: true }].map(drawCard);
  expect([small?.readUInt32BE(16), small?.readUInt32BE(20)]).toEqual([480, 252]);
  expect(small?.length).toBeLessThan((large?.length ?? 0) / 2);
});

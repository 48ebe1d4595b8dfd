import { expect, test } from "vitest";
import { costlyPosts, measureCost } from "#platform/testing/costly-texts.ts";
import type { Card } from "./card.ts";
import { drawCard } from "./draw.ts";

const cards: [name: string, createCard: (text: string) => Card][] = [
  ["a question", (text) => ({ kind: "question", text, locale: "ja" })],
  ["an answer", (text) => ({ kind: "answer", text, answer_text: text, locale: "th" })],
  [
    "a tall question with options",
    (text) => ({
      ...{ kind: "question", format: "tall", text, locale: "ja" },
      options: [text.slice(0, 800), text.slice(0, 800)],
    }),
  ],
  [
    "a profile",
    (text) => ({ kind: "profile", text, displaying_name: text, account: "yui", locale: "ja" }),
  ],
];

// An ordinary card takes 20 to 60 ms and a tall one twice as long; slow machines take several times that.
const maxMilliseconds = 1_500;

test.each(cards)(
  "SAFE-09 %s with the longest text of slow characters is drawn within 1.5 seconds",
  (_, createCard) => {
    for (const [name, text] of Object.entries(costlyPosts)) {
      expect(
        measureCost(() => drawCard(createCard(text)), maxMilliseconds, 1),
        name,
      ).toBeLessThan(maxMilliseconds);
    }
  },
);

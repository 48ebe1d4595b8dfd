import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize, tallSize } from "./card.ts";
import { createTallEnvelope, createWideEnvelope, drawEmptyEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { drawBlock, drawRoundLabel, drawWordmark } from "./parts.ts";
import { themes } from "./themes.ts";
import { drawSeal } from "./wax.ts";

const wide = {
  envelope: createWideEnvelope(96),
  seal: { x: cardSize.width / 2, y: 132, size: 76 },
  title: { left: 140, width: 920, top: 184, height: 150, sizes: [64, 56, 48, 42, 36] },
  description: { left: 160, width: 880, top: 342, height: 84, sizes: [30, 27] },
  members: { x: cardSize.width / 2, y: 466, scale: 1 },
  wordmark: { x: cardSize.width / 2, y: 541, size: 32 },
};
const tall = {
  envelope: createTallEnvelope(176),
  seal: { x: tallSize.width / 2, y: 462, size: 126 },
  title: { left: 130, width: 820, top: 560, height: 320, sizes: [96, 84, 72, 62, 54] },
  description: { left: 140, width: 800, top: 900, height: 220, sizes: [46, 42, 38] },
  members: { x: tallSize.width / 2, y: 1206, scale: 1.5 },
  wordmark: { x: tallSize.width / 2, y: 1342, size: 42 },
};

/** Draws an invitation to a room: its title, what it is about, and how many members it has. */
export function drawRoom(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint", text, description = "", members_count = 0 } = card;
  const colors = themes[theme];
  const place = card.format === "tall" ? tall : wide;
  const shared = { locale, lineHeight: 1.42, align: "center", isBalanced: true } as const;
  drawEmptyEnvelope(context, place.envelope, theme);
  drawSeal(context, card, place.seal);
  drawBlock(context, {
    ...shared,
    ...place.title,
    text,
    weight: 700,
    color: colors.inkOnPaper,
  });
  drawBlock(context, {
    ...shared,
    ...place.description,
    text: description,
    weight: 400,
    color: colors.secondaryInk,
  });
  drawRoundLabel(context, colors, {
    ...place.members,
    text: labels[locale].members.replace("{n}", String(members_count)),
    locale,
  });
  drawWordmark(context, colors, { ...place.wordmark, align: "center" });
}

import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize, tallSize } from "./card.ts";
import { type Colors, shadow } from "./colors.ts";
import {
  createTallEnvelope,
  createWideEnvelope,
  drawEmptyEnvelope,
  type Envelope,
} from "./envelope.ts";
import { isRightToLeft } from "./lettering.ts";
import { drawOption } from "./options.ts";
import { type Block, drawFittedBlock, drawFooter, fitBlock } from "./parts.ts";
import { drawAddress } from "./receiver-address.ts";
import { findCardStamp } from "./stamp.ts";
import { themes } from "./themes.ts";
import { drawSeal } from "./wax.ts";

/** The positions of the parts of an answer card; lengths in pixels. */
interface AnswerLayout {
  envelope: Envelope;
  /** The horizontal centre. */
  middle: number;
  seal: { y: number; size: number };
  /** The area of question and answer. The answer's panel takes the height that the question doesn't use. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  gap: number;
  /** The maximum heights of the question. */
  questionHeights: readonly [aboveShortAnswer: number, aboveLongAnswer: number];
  questionSizes: readonly number[];
  /** The font size below which an answer counts as long. */
  shortAnswerSize: number;
  answerSizes: readonly number[];
  padding: { x: number; y: number };
  radius: number;
  option: { height: number; sizes: readonly number[] };
  stampSize: number;
  /** Whether the stamp is beside the question, otherwise above it. */
  isStampBeside: boolean;
  footer: { left: number; right: number; y: number; scale: number };
}

const wideLayout: AnswerLayout = {
  envelope: createWideEnvelope(62),
  middle: cardSize.width / 2,
  seal: { y: 103, size: 72 },
  left: 92,
  right: 1108,
  top: 140,
  bottom: 502,
  gap: 16,
  questionHeights: [164, 122],
  questionSizes: [58, 52, 46, 40, 36, 32],
  shortAnswerSize: 40,
  answerSizes: [48, 44, 40, 37, 34],
  padding: { x: 34, y: 18 },
  radius: 26,
  option: { height: 60, sizes: [32, 28, 24, 21] },
  stampSize: 150,
  isStampBeside: true,
  footer: { left: 94, right: 1106, y: 545, scale: 1 },
};

const tallLayout: AnswerLayout = {
  envelope: createTallEnvelope(132),
  middle: tallSize.width / 2,
  seal: { y: 422, size: 112 },
  left: 124,
  right: 956,
  top: 482,
  bottom: 1274,
  gap: 28,
  questionHeights: [420, 290],
  questionSizes: [84, 76, 68, 61, 55, 49, 44, 40],
  shortAnswerSize: 50,
  answerSizes: [64, 57, 50, 45, 41, 38],
  padding: { x: 40, y: 34 },
  radius: 40,
  option: { height: 92, sizes: [42, 38, 34, 30] },
  stampSize: 260,
  isStampBeside: false,
  footer: { left: 128, right: 952, y: 1342, scale: 1.32 },
};

/** Answers of at most this many UTF-16 code units get lines of equal length, like a heading. */
const maxBalancedLength = 70;

/** Draws a question and, in a speech bubble of the answerer, the answer or its beginning. */
export function drawAnswer(context: SKRSContext2D, card: Card): void {
  const { theme = "mint" } = card;
  const colors = themes[theme];
  const isTall = card.format === "tall";
  const layout = isTall ? tallLayout : wideLayout;
  drawEmptyEnvelope(context, layout.envelope, theme);
  drawSeal(context, card, { x: layout.middle, ...layout.seal });

  const { question, answer } = fitQuestionAndAnswer(context, card, layout);
  const freeHeight = layout.bottom - layout.top - layout.gap - question.height - answer.height;
  const panelTop = layout.bottom - answer.height - freeHeight / 2;
  question.draw(layout.top, panelTop - layout.gap - layout.top);
  drawPanel(context, colors, {
    ...layout,
    top: panelTop,
    hasTail: card.avatar !== undefined,
  });
  answer.draw(panelTop, layout.bottom - panelTop);
  drawFooter(context, colors, card, layout.footer);
  if (isTall) drawAddress(context, colors, card);
}

/** A part of the card and the height that it needs; `draw` centres the part in the available height. */
interface Part {
  height: number;
  draw: (top: number, availableHeight: number) => void;
}

/** Gives the question a large font, unless the answer would then have a small font or be cut. */
function fitQuestionAndAnswer(
  context: SKRSContext2D,
  card: Card,
  layout: AnswerLayout,
): { question: Part; answer: Part } {
  const [large, small] = layout.questionHeights;
  const largeQuestion = fitQuestion(context, card, layout, large);
  const answer = fitAnswer(context, card, layout, largeQuestion.height);
  if (answer.isShort) return { question: largeQuestion, answer };
  const question = fitQuestion(context, card, layout, small);
  return { question, answer: fitAnswer(context, card, layout, question.height) };
}

function fitQuestion(
  context: SKRSContext2D,
  card: Card,
  { left, right, middle, stampSize, isStampBeside, questionSizes }: AnswerLayout,
  maxHeight: number,
): Part {
  const { locale, theme = "mint" } = card;
  const stamp = findCardStamp(card);
  const inset = stamp && isStampBeside ? stampSize + 24 : 0;
  const heightAbove = stamp && !isStampBeside ? stampSize + 12 : 0;
  const text = fitBlock(context, {
    text: stamp?.text ?? card.text,
    locale,
    weight: 700,
    color: themes[theme].inkOnPaper,
    left: left + 12 + inset,
    top: 0,
    width: right - left - 24 - inset,
    height: stamp && !isStampBeside ? maxHeight / 2 : maxHeight,
    sizes: questionSizes,
    lineHeight: 1.36,
    isBalanced: true,
    align: "center",
  });
  // A question with a stamp beside it always takes the whole height.
  const height = Math.max(text.linesHeight + heightAbove, inset === 0 ? 0 : maxHeight);
  return {
    height,
    draw(top, availableHeight) {
      const start = top + (availableHeight - height) / 2;
      if (stamp) {
        const x = isStampBeside ? left : middle - stampSize / 2;
        const y = isStampBeside ? top + (availableHeight - stampSize) / 2 : start;
        context.drawImage(stamp.drawPicture(stampSize), x, y);
      }
      const textBox = { top: start + heightAbove, height: height - heightAbove };
      drawFittedBlock(context, text, textBox);
    },
  };
}

function fitAnswer(
  context: SKRSContext2D,
  card: Card,
  layout: AnswerLayout,
  questionHeight: number,
): Part & { isShort: boolean } {
  const { padding, gap, option } = layout;
  const { locale, theme = "mint", answer_text = "" } = card;
  const colors = themes[theme];
  const left = layout.left + padding.x;
  const width = layout.right - layout.left - 2 * padding.x;
  const chosen = card.options?.[card.chosen_option ?? -1];
  const heightAbove =
    chosen === undefined ? 0 : option.height + (answer_text === "" ? 0 : padding.y);
  const panelHeight = layout.bottom - layout.top - gap - questionHeight;
  const block: Block = {
    text: answer_text,
    locale,
    weight: 400,
    color: colors.ink,
    left,
    top: 0,
    width,
    height: panelHeight - 2 * padding.y - heightAbove,
    sizes: layout.answerSizes,
    lineHeight: 1.46,
    isBalanced: answer_text.length <= maxBalancedLength,
    align: isRightToLeft(answer_text) ? "right" : "left",
  };
  const text = fitBlock(context, block);
  // An answer of one line is centred, like the question.
  const lines =
    text.lines.length === 1 && !text.isCut
      ? { ...text, block: { ...block, align: "center" as const } }
      : text;
  const contentHeight = heightAbove + text.linesHeight;
  return {
    isShort: !text.isCut && text.size >= layout.shortAnswerSize,
    height: contentHeight + 2 * padding.y,
    draw(top, availableHeight) {
      const start = top + (availableHeight - contentHeight) / 2;
      if (chosen !== undefined) {
        const box = { x: left, y: start, width, ...option, locale };
        drawOption(context, getOptionColors(colors), chosen, box);
      }
      drawFittedBlock(context, lines, { top: start + heightAbove, height: text.linesHeight });
    },
  };
}

/** The colours of a choice on the answer's panel. */
const getOptionColors = (colors: Colors): Colors => ({
  ...colors,
  surface: colors.paper,
  brand: colors.inkOnPaper,
});

type Panel = Pick<AnswerLayout, "left" | "right" | "bottom" | "radius" | "footer"> & {
  top: number;
  /** Whether the panel points to the profile picture below it. */
  hasTail: boolean;
};

function drawPanel(
  context: SKRSContext2D,
  colors: Colors,
  { left, right, top, bottom, radius, footer, hasTail }: Panel,
): void {
  context.save();
  context.shadowColor = shadow;
  context.shadowBlur = 10;
  context.shadowOffsetY = 3;
  context.fillStyle = colors.surface;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, radius);
  if (hasTail) {
    // `x` is the middle of the profile picture, which `drawFooter` draws.
    const x = footer.left + 30 * footer.scale;
    const half = 13 * footer.scale;
    context.moveTo(x - half, bottom - 1);
    context.lineTo(x, bottom + half * 0.9);
    context.lineTo(x + half, bottom - 1);
    context.closePath();
  }
  context.fill();
  context.restore();
}

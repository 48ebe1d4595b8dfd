import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Colors } from "./colors.ts";
import { chooseFace } from "./fonts.ts";
import { fitText } from "./layout.ts";
import { createMeasure } from "./lettering.ts";
import { drawBlock } from "./parts.ts";

interface OptionLabel {
  locale: Locale;
  width: number;
  height: number;
  sizes: readonly number[];
}

/** Returns the box of the text in a label. A long text takes two lines. */
const createTextBox = ({ width, height, sizes }: OptionLabel) => ({
  width: width - 48,
  height: height - 4,
  sizes,
  lineHeight: 1.22,
  isBalanced: true,
});

/** The grid of choices; lengths in pixels. */
interface OptionsGrid extends Omit<OptionLabel, "height"> {
  left: number;
  /** The lower edge of the last row. */
  bottom: number;
  columns: number;
  rowHeight: number;
  gap: number;
}

/** Draws each choice on a label, all in one font size; returns the top of the first row. */
export function drawOptions(
  context: SKRSContext2D,
  colors: Colors,
  options: readonly string[],
  { left, bottom, columns, rowHeight, gap, ...grid }: OptionsGrid,
): number {
  const rows = Math.ceil(options.length / columns);
  const top = bottom - rows * rowHeight - (rows - 1) * gap;
  const width = (grid.width - (columns - 1) * gap) / columns;
  const label = { ...grid, width, height: rowHeight };
  const size = Math.min(...options.map((option) => findTextSize(context, option, label)));
  for (const [index, option] of options.entries()) {
    const x = left + (index % columns) * (width + gap);
    const y = top + Math.floor(index / columns) * (rowHeight + gap);
    drawOption(context, colors, option, { ...label, sizes: [size], x, y });
  }
  return top;
}

function findTextSize(context: SKRSContext2D, option: string, label: OptionLabel): number {
  const measure = createMeasure(context, chooseFace(option, label.locale, 700));
  return fitText(option, createTextBox(label), measure).size;
}

interface OptionBox extends OptionLabel {
  x: number;
  y: number;
}

/** Draws one choice on a label. */
export function drawOption(
  context: SKRSContext2D,
  colors: Colors,
  option: string,
  { x, y, ...label }: OptionBox,
): void {
  const { locale, width, height } = label;
  context.fillStyle = colors.surface;
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(28, height / 2));
  context.fill();
  drawBlock(context, {
    ...createTextBox(label),
    text: option,
    locale,
    weight: 700,
    color: colors.brand,
    left: x + 24,
    top: y + 2,
    align: "center",
  });
}

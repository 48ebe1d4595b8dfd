import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Colors } from "./colors.ts";
import { faceFor } from "./fonts.ts";
import { fitText } from "./layout.ts";
import { measureWith } from "./lettering.ts";
import { drawBlock } from "./parts.ts";

interface Label {
  locale: Locale;
  width: number;
  height: number;
  sizes: readonly number[];
}

/** The text inside of a label; a long one takes two lines. */
const textBox = ({ width, height, sizes }: Label) => ({
  width: width - 48,
  height: height - 4,
  sizes,
  line_height: 1.22,
  balanced: true,
});

/** Where options stand, side by side and below one another; lengths in pixels. */
interface OptionsPlace extends Omit<Label, "height"> {
  left: number;
  /** The lower edge of the last row: what is above is the question's. */
  bottom: number;
  columns: number;
  row: number;
  gap: number;
}

/** What can be answered, each on a label, all in one size; answers where the first row begins. */
export function drawOptions(
  context: SKRSContext2D,
  colors: Colors,
  options: readonly string[],
  { left, bottom, columns, row, gap, ...place }: OptionsPlace,
): number {
  const rows = Math.ceil(options.length / columns);
  const top = bottom - rows * row - (rows - 1) * gap;
  const width = (place.width - (columns - 1) * gap) / columns;
  const label = { ...place, width, height: row };
  const size = Math.min(...options.map((option) => sizeOf(context, option, label)));
  for (const [index, option] of options.entries()) {
    const x = left + (index % columns) * (width + gap);
    const y = top + Math.floor(index / columns) * (row + gap);
    drawOption(context, colors, option, { ...label, sizes: [size], x, y });
  }
  return top;
}

function sizeOf(context: SKRSContext2D, option: string, label: Label): number {
  const measure = measureWith(context, faceFor(option, label.locale, 700));
  return fitText(option, textBox(label), measure).size;
}

interface OptionPlace extends Label {
  x: number;
  y: number;
}

/** One option on its label. */
export function drawOption(
  context: SKRSContext2D,
  colors: Colors,
  option: string,
  { x, y, ...label }: OptionPlace,
): void {
  const { locale, width, height } = label;
  context.fillStyle = colors.surface;
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(28, height / 2));
  context.fill();
  drawBlock(context, {
    ...textBox(label),
    text: option,
    locale,
    weight: 700,
    color: colors.brand,
    left: x + 24,
    top: y + 2,
    align: "center",
  });
}

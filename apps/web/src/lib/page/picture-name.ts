import { truncateText } from "@toibako/contract/text.ts";

/** Characters of each part. */
const maxPartLength = 40;

/** Characters that file names can't contain on some systems, and those that can't be seen. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Builds the name of a saved picture from words that say what it shows, such as the answerer and the question. */
export function buildPictureName(...parts: string[]): string {
  const words = ["Toibako", ...parts].map((part) =>
    truncateText(part.replace(forbidden, " ").replace(/\s+/g, " ").trim(), maxPartLength),
  );
  return `${words.filter((word) => word !== "").join(" - ")}.png`;
}

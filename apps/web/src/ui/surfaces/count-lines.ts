/**
 * Estimates how many lines of `width` Han characters a text takes. Latin and Thai letters are half as wide
 * as Han characters; marks above and below a letter take no width.
 */
export function countLines(text: string, width: number): number {
  const countLinesOf = (line: string) => {
    // \p{Mn} are marks above and below letters; the ranges are Latin with ASCII, and Thai.
    const letters = line.replace(/\p{Mn}/gu, "");
    const narrowCount = letters.match(/[\x20-\u024f\u0e00-\u0e7f]/g)?.length ?? 0;
    return Math.max(1, Math.ceil((letters.length - narrowCount / 2) / width));
  };
  return text.split("\n").reduce((sum, line) => sum + countLinesOf(line), 0);
}

// At least four line breaks, with nothing visible between them.
const manyBlankLines = /\n(?:(?:(?!\n)[\s\u2800\p{Default_Ignorable_Code_Point}])*\n){3,}/gu;

/** Replaces each run of more than two blank lines by two, so that blank lines can't push a page away. */
export function foldBlankLines(text: string): string {
  return text.replace(manyBlankLines, "\n\n\n");
}

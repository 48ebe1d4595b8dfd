/**
 * About how many lines a text takes if so many wide characters fit into a line; Latin letters are half
 * as wide as Han characters. Estimated, so that the server renders the same as the browser.
 */
export function countLines(text: string, width: number): number {
  const countLinesOf = (line: string) =>
    Math.max(1, Math.ceil((line.length - (line.match(/[\x20-\u024f]/g)?.length ?? 0) / 2) / width));
  return text.split("\n").reduce((sum, line) => sum + countLinesOf(line), 0);
}

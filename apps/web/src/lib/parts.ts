/** What stands under one heading of a text. */
export interface Part {
  title: string;
  text: string;
}

/** Divides a text by its headings of one level; what stands before the first belongs to none. */
export function partsOf(text: string, mark: "##" | "###"): Part[] {
  return text
    .split(new RegExp(`^${mark} `, "m"))
    .slice(1)
    .map(partOf);
}

function partOf(text: string): Part {
  const [title = "", ...lines] = text.split("\n");
  return { title: title.trim(), text: lines.join("\n").trim() };
}

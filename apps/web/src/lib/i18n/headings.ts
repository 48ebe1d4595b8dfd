/** The text under one heading. */
export interface TextSection {
  title: string;
  text: string;
}

/** Splits a text by its headings of one level. Drops the text before the first heading. */
export function splitByHeading(text: string, mark: "##" | "###"): TextSection[] {
  return text
    .split(new RegExp(`^${mark} `, "m"))
    .slice(1)
    .map(parseSection);
}

function parseSection(text: string): TextSection {
  const [title = "", ...lines] = text.split("\n");
  return { title: title.trim(), text: lines.join("\n").trim() };
}

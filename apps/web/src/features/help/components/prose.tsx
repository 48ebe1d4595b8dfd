import type { ReactNode } from "react";

/** Renders a text of paragraphs, `## headings`, lists of `- items` and lists of `term :: meaning`. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {separateBlocks(text)
        .trim()
        .split(/\n{2,}/)
        .map(renderBlock)}
    </>
  );
}

/** Puts an empty line around headings and lists that have none. */
const separateBlocks = (text: string): string =>
  text
    .replace(/^## .+$/gm, "\n$&\n")
    .replace(/^(?!- ).+\n(?=- )/gm, "$&\n")
    .replace(/^- .+\n(?!- )/gm, "$&\n");

function renderBlock(text: string): ReactNode {
  const lines = text.split("\n");
  if (text.startsWith("## ")) {
    return (
      <h2 key={text} className="mt-8 mb-2 text-lg">
        {text.slice(3)}
      </h2>
    );
  }
  if (lines.every((line) => line.startsWith("- "))) {
    return (
      <ul key={text} className="my-3 grid list-disc gap-2 pl-5 marker:text-brand-400">
        {lines.map((line) => (
          <li key={line}>{line.slice(2)}</li>
        ))}
      </ul>
    );
  }
  if (lines.every((line) => line.includes(" :: "))) {
    return (
      <dl key={text} className="my-3 divide-y divide-line">
        {lines.map((line) => renderDefinition(line.split(" :: ")))}
      </dl>
    );
  }
  return (
    <p key={text} className="my-3">
      {lines.join(" ")}
    </p>
  );
}

function renderDefinition([term, meaning]: string[]) {
  return (
    <div key={term} className="grid gap-x-6 py-3 sm:grid-cols-[12rem_1fr]">
      <dt className="font-bold">{term}</dt>
      <dd className="text-ink-2">{meaning}</dd>
    </div>
  );
}

import { Fragment, type ReactElement, type ReactNode } from "react";
import { formatPieces, type Message, type Values } from "./message.ts";

/** Renders the part of a message that stands in a tag. */
export type RenderChunk = (children: ReactNode) => ReactNode;

/** The functions that render the tags of a message, by the names of the tags. */
export type Chunks = Record<string, RenderChunk>;

/** The names of values that a translator of the page must not change: handles and addresses. */
const untranslatedValues = new Set(["account", "active", "email", "address"]);

type Part = { tag: string; isClosing: boolean } | { node: ReactNode };

/**
 * Renders each `<tag>…</tag>` of a message with the function in `chunks`; tags in values stay text. The texts
 * are in an element, so that React can remove them from a page whose texts a translator has replaced.
 */
export function renderRichText(
  message: Message,
  values: Values,
  language: string,
  chunks: Chunks,
): ReactElement {
  // The children of each tag that is still open; the first entry is the whole text.
  const open: ReactNode[][] = [[]];
  for (const part of splitByTags(message, values, language)) {
    if ("node" in part) open.at(-1)?.push(part.node);
    else if (!part.isClosing) open.push([]);
    else {
      const children = addKeys(open.pop() ?? []);
      open.at(-1)?.push(chunks[part.tag]?.(children) ?? children);
    }
  }
  return <span>{addKeys(open.flat())}</span>;
}

function* splitByTags(message: Message, values: Values, language: string): Generator<Part> {
  for (const piece of formatPieces(message, values, language)) {
    if ("value" in piece) yield { node: renderValue(piece.name, piece.value as ReactNode) };
    else yield* piece.written.split(/(<\/?\w+>)/).map(parsePart);
  }
}

function renderValue(name: string, value: ReactNode): ReactNode {
  return <bdi translate={untranslatedValues.has(name) ? "no" : undefined}>{value}</bdi>;
}

function parsePart(text: string): Part {
  const [, slash, tag] = /^<(\/?)(\w+)>$/.exec(text) ?? [];
  return tag ? { tag, isClosing: slash === "/" } : { node: text };
}

function addKeys(nodes: ReactNode[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never reordered
  return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}

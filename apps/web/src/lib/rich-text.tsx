import { Fragment, type ReactNode } from "react";
import { type Message, pieces, type Values } from "./message.ts";

export type Chunks = Record<string, (children: ReactNode) => ReactNode>;

type Part = { tag: string; closes: boolean } | { node: ReactNode };

/** Renders a message's `<tag>…</tag>` by `chunks`; tags inside of values stay text. */
export function richText(
  message: Message,
  values: Values,
  language: string,
  chunks: Chunks,
): ReactNode {
  const open: ReactNode[][] = [[]];
  for (const part of partsOf(message, values, language)) {
    if ("node" in part) open.at(-1)?.push(part.node);
    else if (!part.closes) open.push([]);
    else {
      const children = keyed(open.pop() ?? []);
      open.at(-1)?.push(chunks[part.tag]?.(children) ?? children);
    }
  }
  return keyed(open.flat());
}

function* partsOf(message: Message, values: Values, language: string): Generator<Part> {
  for (const piece of pieces(message, values, language)) {
    if ("value" in piece) yield { node: piece.value as ReactNode };
    else yield* piece.written.split(/(<\/?\w+>)/).map(partOf);
  }
}

function partOf(text: string): Part {
  const [, slash, tag] = /^<(\/?)(\w+)>$/.exec(text) ?? [];
  return tag ? { tag, closes: slash === "/" } : { node: text };
}

function keyed(nodes: ReactNode[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never move
  return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}

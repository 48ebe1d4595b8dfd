import { Fragment, type ReactNode } from "react";
import { type Message, pieces, type Values } from "./message.ts";

export type Chunks = Record<string, (children: ReactNode) => ReactNode>;

/** Renders a message's `<tag>…</tag>` by `chunks`; tags inside of values stay text. */
export function richText(message: Message, values: Values, tag: string, chunks: Chunks): ReactNode {
  const stack: { name: string; children: ReactNode[] }[] = [{ name: "", children: [] }];
  const add = (node: ReactNode) => stack.at(-1)?.children.push(node);

  for (const piece of pieces(message, values, tag)) {
    if ("value" in piece) add(piece.value as ReactNode);
    else {
      for (const part of piece.written.split(/(<\/?\w+>)/)) {
        const [, slash, name] = /^<(\/?)(\w+)>$/.exec(part) ?? [];
        if (name === undefined || !chunks[name]) add(part);
        else if (!slash) stack.push({ name, children: [] });
        else {
          const closed = stack.pop();
          add(chunks[name](keyed(closed?.children ?? [])));
        }
      }
    }
  }
  return keyed(stack[0]?.children ?? []);
}

function keyed(nodes: ReactNode[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never move
  return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}

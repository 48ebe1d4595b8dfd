// node bench/plain.ts <port> <elements> <bytes>: a server that renders a plain React page for each
// request, without router, queries and data. It shows what rendering costs at least.
import fastify from "fastify";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";

const [port = 0, elements = 0, bytes = 0] = process.argv.slice(2).map(Number);

/** The elements html, head, title, body and main. */
const frameElements = 5;
/** The elements of a `PlainItem`. */
const itemElements = 5;

function PlainItem({ n, text }: { n: number; text: string }): ReactNode {
  return createElement(
    "article",
    { id: `item-${n}`, className: "flex flex-col gap-3 rounded-xl p-4" },
    createElement(
      "a",
      { href: `/ja/items/${n}`, className: "font-bold" },
      createElement("span", { className: "text-sm" }, text),
    ),
    createElement("p", { className: "text-base" }, createElement("span", null, text)),
  );
}

/** `count` elements, each inside the one before. */
function NestedSpans({ count }: { count: number }): ReactNode {
  return count === 0
    ? null
    : createElement("span", null, createElement(NestedSpans, { count: count - 1 }));
}

/** A page of exactly `elements` elements. */
function PlainPage({ text }: { text: string }): ReactNode {
  const remaining = Math.max(0, elements - frameElements);
  const createItem = (_: unknown, n: number) => createElement(PlainItem, { n, text });
  const items = Array.from({ length: Math.floor(remaining / itemElements) }, createItem);
  return createElement(
    "html",
    { lang: "ja" },
    createElement("head", null, createElement("title", null, "Plain")),
    createElement(
      "body",
      null,
      createElement(
        "main",
        null,
        ...items,
        createElement(NestedSpans, { count: remaining % itemElements }),
      ),
    ),
  );
}

const renderPage = (text: string) =>
  `<!doctype html>${renderToString(createElement(PlainPage, { text }))}`;

/** A text so long that the page has about `bytes` bytes; each item shows it twice. */
function createText(): string {
  const itemCount = Math.max(1, Math.floor((elements - frameElements) / itemElements));
  const remaining = bytes - Buffer.byteLength(renderPage(""));
  return "a".repeat(Math.max(0, Math.floor(remaining / itemCount / 2)));
}

const text = createText();
const app = fastify();
app.get("/*", (_request, reply) => reply.type("text/html; charset=utf-8").send(renderPage(text)));
await app.listen({ port, host: "127.0.0.1" });

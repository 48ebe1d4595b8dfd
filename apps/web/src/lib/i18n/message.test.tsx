import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { compile } from "../../../vite/messages.ts";
import { format, type Message } from "./message.ts";
import { renderRichText } from "./rich-text.tsx";

function formatMessage(text: string, values: Record<string, unknown>, tag = "en"): string {
  return format(compile(text) as Message, values, tag);
}

test("parameters are inserted unchanged", () => {
  expect(formatMessage("To {name}, {year}", { name: "\\u202e{x}", year: 2026 })).toBe(
    "To \\u202e{x}, 2026",
  );
});

test("numbers and plurals are formatted for the language", () => {
  const text = "{n, plural, =0 {none} one {# letter} other {# letters}}";
  expect(formatMessage(text, { n: 0 })).toBe("none");
  expect(formatMessage(text, { n: 1 })).toBe("1 letter");
  expect(formatMessage(text, { n: 1234 })).toBe("1,234 letters");
  expect(formatMessage("{n, number}", { n: 1234 }, "de")).toBe("1.234");
  expect(formatMessage("{n, plural, one {eins} other {#}}", { n: 1 }, "ja")).toBe("1");
  expect(formatMessage("{n, selectordinal, two {#nd} other {#th}}", { n: 2 })).toBe("2nd");
});

test("a select value that is not listed takes the case 'other', even if it is a name such as 'constructor'", () => {
  const text = "{kind, select, card {a card} other {something}}";
  expect(formatMessage(text, { kind: "card" })).toBe("a card");
  expect(formatMessage(text, { kind: "constructor" })).toBe("something");
});

test("rich texts render their own tags and escape tags in values", () => {
  const message = compile("Hello <b>{name}</b>, <link>read <b>on</b></link>") as Message;
  const node = renderRichText(message, { name: "<b>x</b>" }, "en", {
    b: (children) => createElement("b", null, children),
    link: (children) => createElement("a", { href: "/" }, children),
  });
  expect(renderToStaticMarkup(node)).toBe(
    '<span>Hello <b><bdi>&lt;b&gt;x&lt;/b&gt;</bdi></b>, <a href="/">read <b>on</b></a></span>',
  );
});

test("rich texts keep handles and addresses from translators of the page, but not names", () => {
  const message = compile("{name} is @{account}, {email}") as Message;
  const values = { name: "Hope", account: "hope_box", email: "hope@mail.example" };
  expect(renderToStaticMarkup(renderRichText(message, values, "en", {}))).toBe(
    '<span><bdi>Hope</bdi> is @<bdi translate="no">hope_box</bdi>, <bdi translate="no">hope@mail.example</bdi></span>',
  );
});

test.each([
  ["ゆい", "ゆいさんの箱"],
  ["花子さん", "花子さんの箱"],
  ["みなちゃん", "みなちゃんの箱"],
  ["山田先生", "山田先生の箱"],
])("さん follows the name %s unless the name ends with an honorific: %s", (name, text) => {
  expect(formatMessage("{name}さんの箱", { name }, "ja")).toBe(text);
  const rich = renderRichText(compile("<b>{name}さん</b>の箱") as Message, { name }, "ja", {
    b: (chunks) => createElement("b", null, chunks),
  });
  const markup = renderToStaticMarkup(rich).replaceAll(/<\/?(bdi|span)>/g, "");
  expect(markup).toBe(`<b>${text.replace("の箱", "")}</b>の箱`);
});

test("a value in a script from right to left is isolated, so that it doesn't reorder the sentence", () => {
  const text = "{name}: 3 answers";
  expect(formatMessage(text, { name: "مينا" })).toBe("\u2068مينا\u2069: 3 answers");
  expect(formatMessage(text, { name: "Mina" })).toBe("Mina: 3 answers");
});

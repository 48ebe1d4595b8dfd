// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { hideCompositionKeys } from "#lib/browser/composition.ts";
import { writeStored } from "#lib/browser/storage.ts";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { Composer } from "./components/composer.tsx";

hideCompositionKeys();

let page: TestPage;
let sent: string[];
let isTouch: boolean;
/** Changes the text from outside, as a message does that comes back. */
let putInFront: (text: string) => void;

beforeEach(async () => {
  page = await openPage();
  sent = [];
  isTouch = false;
  localStorage.clear();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: coarse)" && isTouch,
  }));
});

function Example({ isUnavailable }: { isUnavailable: boolean }) {
  const [text, setText] = useState("");
  putInFront = (front) => setText((typed) => `${front}\n${typed}`);
  return (
    <Composer
      text={text}
      limit={1_000}
      label="Write a message"
      onWrite={setText}
      onSend={() => {
        sent.push(text);
        setText("");
      }}
      isUnavailable={isUnavailable}
      onFocusChange={() => {}}
    />
  );
}

const show = ({ isUnavailable = false } = {}) =>
  act(async () => page.show(<Example isUnavailable={isUnavailable} />));
const getField = () => screen.getByLabelText<HTMLTextAreaElement>("Write a message");
const write = (value: string) => fireEvent.change(getField(), { target: { value } });
const pressKey = (init: KeyboardEventInit) =>
  act(async () => void fireEvent.keyDown(getField(), init));

test("TALK-13 Ctrl or ⌘ with Enter sends, and Enter alone doesn't", async () => {
  await show();
  write("one");
  await pressKey({ key: "Enter" });
  expect(sent).toEqual([]);
  await pressKey({ key: "Enter", ctrlKey: true });
  write("two");
  await pressKey({ key: "Enter", metaKey: true });
  expect(sent).toEqual(["one", "two"]);
  expect(getField().value).toBe("");
});

test("TALK-13 with the setting Enter sends and Shift+Enter doesn't, but never on a touch device", async () => {
  await show();
  writeStored("localStorage", "enter_sends", "yes");
  write("one");
  await pressKey({ key: "Enter", shiftKey: true });
  expect(sent).toEqual([]);
  await pressKey({ key: "Enter" });
  expect(sent).toEqual(["one"]);
  isTouch = true;
  write("two");
  await pressKey({ key: "Enter" });
  expect(sent).toEqual(["one"]);
});

test("TALK-13 the key that ends the conversion of an input method sends nothing", async () => {
  await show();
  writeStored("localStorage", "enter_sends", "yes");
  write("日本");
  await pressKey({ key: "Enter", isComposing: true });
  await pressKey({ key: "Enter", keyCode: 229 });
  expect(sent).toEqual([]);
});

test("TALK-13 a text that comes back during a conversion is put in front when it has ended", async () => {
  await show();
  write("a");
  fireEvent.compositionStart(getField());
  write("aに");
  await act(async () => putInFront("back"));
  expect(getField().value).toBe("aに");
  await act(async () => void fireEvent.compositionEnd(getField()));
  expect(getField().value).toBe("back\naに");
});

test("TALK-13 the caret stays at its letter when a text comes back", async () => {
  await show();
  act(() => getField().focus());
  write("typed");
  getField().setSelectionRange(2, 4);
  act(() => void document.dispatchEvent(new Event("selectionchange")));
  await act(async () => putInFront("back"));
  expect(getField().value).toBe("back\ntyped");
  expect([getField().selectionStart, getField().selectionEnd]).toEqual([7, 9]);
});

test("TALK-34 while nothing can be sent, a text can still be written", async () => {
  await show({ isUnavailable: true });
  write("later");
  await pressKey({ key: "Enter", ctrlKey: true });
  await act(async () => screen.getByRole("button", { name: "Send" }).click());
  expect(sent).toEqual([]);
  expect(getField().value).toBe("later");
});

// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import type { NgWord } from "@toibako/contract/filters.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { OwnWords } from "./components/own-words.tsx";

let page: TestPage;
let words: NgWord[];
/** The server's reply to adding a word; by default, it is added. */
let addReply: { status: number; data: unknown } | undefined;

beforeEach(async () => {
  page = await openPage();
  words = [{ id: "1", word: "ex" }];
  addReply = undefined;
  page.reply = async ({ name, body, params }) => {
    if (name === "listNgWords") return createListReply();
    if (name === "previewNgWord") return createPreviewReply();
    if (name === "deleteNgWord") {
      words = words.filter(({ id }) => id !== params?.id);
      return { status: 204, data: null };
    }
    return addReply ?? addWord(String((body as { word: string }).word));
  };
});

function createListReply() {
  const pager = { current_page: 1, total_pages: 1, total_count: words.length, limit: 1 };
  return { status: 200, data: { ng_words: words, pager } };
}

function addWord(word: string) {
  const existing = words.find((entry) => entry.word === word);
  const ng_word = existing ?? { id: `new ${word}`, word };
  if (!existing) words = [...words, ng_word];
  return { status: 201, data: { ng_word } };
}

function createPreviewReply() {
  const questions = [{ uuid_hash: "a", body: "How is your ex?" }];
  const pager = { current_page: 1, total_pages: 2, total_count: 7, limit: 5 };
  return { status: 200, data: { questions, pager } };
}

const show = () => act(async () => page.show(<OwnWords />));
const findField = () => screen.getByLabelText<HTMLInputElement>("Word to stop");
const typeWord = (word: string) => fireEvent.change(findField(), { target: { value: word } });
const listShownWords = () =>
  [...screen.getByRole("region", { name: "Your words" }).querySelectorAll("li")].map(
    (word) => word.textContent,
  );

test("BOX-21 SET-16 a word is added to the list, and the field is emptied for the next word", async () => {
  await show();
  typeWord("secret");
  await press("Add");
  expect(page.calls.find(({ name }) => name === "postNgWord")?.body).toEqual({ word: "secret" });
  expect(listShownWords()).toEqual(["ex", "secret"]);
  expect(screen.getByText("2 of 100")).toBeTruthy();
  expect(findField().value).toBe("");
});

test("BOX-21 the 101st word is refused with the server's message, and the typed text stays", async () => {
  await show();
  const error = { code: "ng_words_full", messages: ["Up to 100 words."], details: {} };
  addReply = { status: 422, data: { error } };
  typeWord("one more");
  await press("Add");
  expect(screen.getByText("Up to 100 words.")).toBeTruthy();
  expect(findField().value).toBe("one more");
  expect(findField().getAttribute("aria-invalid")).toBe("true");
  expect(listShownWords()).toEqual(["ex"]);
});

test("BOX-21 adding an existing word shows a message and changes nothing", async () => {
  await show();
  typeWord("ex");
  await press("Add");
  expect(screen.getByText("“ex” is already on your list.")).toBeTruthy();
  expect(listShownWords()).toEqual(["ex"]);
});

test("BOX-21 SET-16 a removed word can be restored", async () => {
  await show();
  await press("Remove “ex”");
  expect(screen.getByText("None yet.")).toBeTruthy();
  await press("Undo");
  expect(listShownWords()).toEqual(["ex"]);
});

test("BOX-21 when typing pauses, a preview shows which questions the word would have held", async () => {
  await show();
  vi.useFakeTimers();
  typeWord("e");
  typeWord("ex");
  await act(() => vi.advanceTimersByTimeAsync(1000));
  const previews = page.calls.filter(({ name }) => name === "previewNgWord");
  expect(previews.map(({ query }) => query)).toEqual([{ word: "ex" }]);
  expect(screen.getByText("It would have held 7 of your recent questions.")).toBeTruthy();
  expect(screen.getByText("How is your ex?")).toBeTruthy();
  typeWord("");
  expect(screen.queryByText("How is your ex?")).toBeNull();
});

test("BOX-21 words that can't be loaded show an error instead of an empty list", async () => {
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("Your words couldn't be loaded")).toBeTruthy();
  expect(screen.queryByText("None yet.")).toBeNull();
  page.reply = async () => createListReply();
  await press("Try again");
  expect(listShownWords()).toEqual(["ex"]);
});

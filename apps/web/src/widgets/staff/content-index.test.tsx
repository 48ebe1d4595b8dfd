// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { ReleaseNoteList } from "./release-notes.tsx";

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
});

const id = "AAAAAAAAAAAAAAAAAAAAAA";
const note = { id, title: "News", is_published: false, released_at: null };

async function show(release_notes: object[], has_more: boolean, after?: string) {
  page.reply = async () => ({ status: 200, data: { release_notes, has_more } });
  await act(async () => page.show(<ReleaseNoteList after={after} />));
}
const readAddress = (name: RegExp) =>
  screen.queryByRole("link", { name })?.getAttribute("href") ?? undefined;

test("ADMIN-09 a list of contents leads to the form of each, to a new one and to other pages", async () => {
  await show([note], true, "BBBBBBBBBBBBBBBBBBBBBB");
  expect(readAddress(/News/)).toBe(`/en/adm/contents/release_notes/${id}`);
  expect(readAddress(/Write a release note/)).toMatch(
    /^\/en\/adm\/contents\/release_notes\/.{22}$/,
  );
  expect(readAddress(/First page/)).toBe("/en/adm/contents/release_notes");
  expect(readAddress(/Next page/)).toBe(`/en/adm/contents/release_notes?after=${id}`);
});

test("ADMIN-09 a list of contents says if it is empty, and names contents without a title", async () => {
  await show([], false);
  expect(screen.getByText("There are no release notes yet")).toBeTruthy();
  expect(readAddress(/page$/)).toBeUndefined();
  cleanup();
  page = await openPage();
  await show([{ ...note, title: "" }], false);
  expect(readAddress(/no title/)).toBe(`/en/adm/contents/release_notes/${id}`);
});

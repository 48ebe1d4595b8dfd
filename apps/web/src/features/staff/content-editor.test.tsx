// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { ApiError } from "#lib/http/client.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ContentEditor } from "./components/contents/content-editor.tsx";
import type { ContentField, ContentValues } from "./queries/content-values.ts";

let page: TestPage;
let uploaded: () => Promise<string>;
let saved: [number, ContentValues][];
/** Ends a save; undefined if saves end at once. */
let ending: Promise<void> | undefined;

beforeEach(async () => {
  page = await openPage();
  saved = [];
  ending = undefined;
});
afterEach(() => {
  sessionStorage.clear();
});

const fields: ContentField[] = [
  {
    name: "picture",
    kind: "picture",
    label: "Icon",
    upload: () => uploaded(),
    width: 9,
    height: 9,
  },
  {
    name: "theme",
    kind: "choice",
    label: "Theme",
    choices: [
      { value: "mint", label: "Mint" },
      { value: "night", label: "Night sky" },
    ],
  },
  { name: "age", kind: "number", label: "Age" },
  { name: "at", kind: "time", label: "Time" },
];

async function show(version: number, values: ContentValues) {
  await act(async () =>
    page.show(
      <ContentEditor
        draftKey="test"
        fields={fields}
        stored={{ version, values }}
        save={async (read, typed) => {
          saved.push([read, typed]);
          await ending;
        }}
        refresh={async () => undefined}
      />,
    ),
  );
}

const choosePicture = () =>
  act(async () =>
    fireEvent.change(screen.getByLabelText(/Icon/), {
      target: { files: [new File(["x"], "a.png")] },
    }),
  );
const listPictures = () =>
  [...document.querySelectorAll("img")].map((picture) => picture.getAttribute("src"));

test("ADMIN-09 a chosen picture is shown and saved by its address; a refused one says why and changes nothing", async () => {
  const values = { picture: "/pictures/old.webp", theme: "mint", age: "18" };
  await show(1, values);
  uploaded = () =>
    Promise.reject(
      new ApiError(415, { code: "wrong_media", messages: ["No picture."], details: {} }),
    );
  await choosePicture();
  expect(screen.getByText("No picture.")).toBeTruthy();
  expect(listPictures()).toEqual(["/pictures/old.webp"]);
  uploaded = async () => "/pictures/new.webp";
  await choosePicture();
  expect(screen.queryByText("No picture.")).toBeNull();
  expect(listPictures()).toEqual(["/pictures/new.webp"]);
  await press("Save");
  expect(saved).toEqual([[1, { ...values, picture: "/pictures/new.webp" }]]);
});

test("ADMIN-09 what somebody else has stored is shown as a picture, and as the words of a choice", async () => {
  const values = { picture: "/pictures/a.webp", theme: "night", age: "18" };
  await show(1, values);
  uploaded = async () => "/pictures/mine.webp";
  await choosePicture();
  await act(async () =>
    fireEvent.change(screen.getByLabelText("Theme"), { target: { value: "mint" } }),
  );
  await act(async () =>
    fireEvent.change(screen.getByLabelText("Age"), { target: { value: "20" } }),
  );
  // The page is loaded again, with what was typed.
  cleanup();
  await show(2, { picture: "/pictures/other.webp", theme: "night", age: "30" });
  expect(listPictures()).toEqual(["/pictures/mine.webp", "/pictures/other.webp"]);
  expect(screen.getAllByText("Night sky").some(({ tagName }) => tagName === "P")).toBe(true);
  expect(screen.getByText("30")).toBeTruthy();
});

const typeAge = (value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText("Age"), { target: { value } }));
const readAge = () => screen.getByLabelText<HTMLInputElement>("Age").value;

test("ADMIN-09 what is typed while a picture is stored stays", async () => {
  const values = { picture: "", theme: "mint", age: "18" };
  await show(1, values);
  const { promise, resolve } = Promise.withResolvers<string>();
  uploaded = () => promise;
  await choosePicture();
  await typeAge("20");
  await act(async () => resolve("/pictures/new.webp"));
  expect([readAge(), listPictures()]).toEqual(["20", ["/pictures/new.webp"]]);
  await press("Save");
  expect(saved).toEqual([[1, { theme: "mint", picture: "/pictures/new.webp", age: "20" }]]);
});

test("ADMIN-09 what is typed while a save is running stays, and is saved by the next one", async () => {
  const values = { picture: "", theme: "mint", age: "18" };
  await show(1, values);
  await typeAge("20");
  const { promise, resolve } = Promise.withResolvers<void>();
  ending = promise;
  await press("Save");
  await typeAge("21");
  await act(async () => resolve());
  expect(readAge()).toBe("21");
  // The page is loaded again, with what the first save has stored.
  cleanup();
  await show(2, { ...values, age: "20" });
  expect(readAge()).toBe("21");
  await press("Save");
  expect(saved).toEqual([
    [1, { ...values, age: "20" }],
    [2, { ...values, age: "21" }],
  ]);
});

test("ADMIN-09 saving over a newer version changes only what was typed", async () => {
  const values = { picture: "", theme: "mint", age: "18" };
  await show(1, values);
  await typeAge("20");
  cleanup();
  await show(2, { ...values, theme: "night", age: "30" });
  await press("Save mine over it");
  expect(saved).toEqual([[2, { ...values, theme: "night", age: "20" }]]);
});

test("ADMIN-09 a time is kept while its year is typed, also where the zone was off by seconds in that year", async () => {
  const { TZ } = process.env;
  process.env.TZ = "Asia/Tokyo";
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  await show(1, { picture: "", theme: "mint", age: "18", at: "2026-12-31T01:00:00.000Z" });
  const input = screen.getByLabelText<HTMLInputElement>("Time");
  expect(input.value).toBe("2026-12-31T10:00");
  for (const year of ["0002", "0020", "0202", "2027"]) {
    const value = `${year}-12-31T10:00`;
    await act(async () => fireEvent.change(input, { target: { value } }));
    expect(input.value).toBe(value);
  }
  await press("Save");
  expect(saved[0]?.[1].at).toBe("2027-12-31T01:00:00.000Z");
});

// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import type { TypedAnswer } from "@toibako/contract/text.ts";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { EditForm } from "./components/edit-form.tsx";
import { OwnAnswerMenu } from "./components/own-answer-menu.tsx";

const answered_at = "2026-11-20T09:00:00Z";
const answer = { id: "a", text: "Tea", chosen_option: null, answered_at };

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
  vi.useFakeTimers({ now: Date.parse(answered_at), toFake: ["Date", "setInterval"] });
});

const advanceMinutes = (n: number) => act(async () => vi.advanceTimersByTime(n * 60_000));
const findField = () => screen.getByRole<HTMLTextAreaElement>("textbox");

function Form({ onSaved }: { onSaved: () => void }) {
  const [typed, setTyped] = useState<TypedAnswer>(answer);
  const question = { locale: "en" } as const;
  return (
    <EditForm
      answer={answer}
      question={question}
      typed={typed}
      onChange={setTyped}
      onSaved={onSaved}
    />
  );
}

test("ANS-06 the menu offers editing for 15 minutes, and deleting without a time limit", async () => {
  page.show(<OwnAnswerMenu answered_at={answered_at} onEdit={vi.fn()} onDelete={vi.fn()} />);
  await press("More for this answer");
  const readEntries = () => screen.getAllByRole("menuitem").map((entry) => entry.textContent);
  await vi.waitFor(() => expect(readEntries()).toEqual(["Edit", "Delete answer"]));
  await advanceMinutes(14);
  expect(readEntries()).toEqual(["Edit", "Delete answer"]);
  await advanceMinutes(1);
  expect(readEntries()).toEqual(["Delete answer"]);
});

test("ANS-06 the form saves only a changed text, and says how long the answer can be edited", async () => {
  const onSaved = vi.fn();
  page.reply = () => Promise.resolve({ status: 200, data: { answer: {} } });
  page.show(<Form onSaved={onSaved} />);
  expect(screen.getByText("You can edit for 15 more minutes.")).toBeTruthy();
  await advanceMinutes(14);
  expect(screen.getByText("You can edit for 1 more minute.")).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  expect(save.disabled).toBe(true);
  fireEvent.change(findField(), { target: { value: "Tea \n" } });
  expect(save.disabled).toBe(true);
  fireEvent.change(findField(), { target: { value: "Green tea" } });
  await press("Save");
  expect(page.calls[0]).toMatchObject({ name: "putAnswer", body: { text: "Green tea" } });
  expect(onSaved).toHaveBeenCalledOnce();
});

test("ANS-06 saving after the time for edits shows an error, and the text stays in the field", async () => {
  const error = { code: "edit_too_late", messages: ["For 15 minutes only."], details: {} };
  page.reply = () => Promise.resolve({ status: 422, data: { error } });
  const onSaved = vi.fn();
  page.show(<Form onSaved={onSaved} />);
  fireEvent.change(findField(), { target: { value: "Green tea" } });
  await press("Save");
  expect(screen.getByText("For 15 minutes only.")).toBeTruthy();
  expect(findField().value).toBe("Green tea");
  expect(onSaved).not.toHaveBeenCalled();
});

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { AnswerForm } from "./components/answer-form.tsx";

const question = {
  uuid_hash: "AAAAAAAAAAAAAAAAAAAAAA",
  body: "Tea or coffee?",
  locale: "en",
} as const;
const createdReply = {
  status: 201,
  data: { answer: {} },
  location: "/en/q/AAAAAAAAAAAAAAAAAAAAAA",
};

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
});

const getField = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const getSubmitButton = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: "Send answer" });
const writeAnswer = (value: string) => fireEvent.change(getField(), { target: { value } });

function refuseAnswer(status: number, code: string, message: string) {
  const error = { code, messages: [message], details: {} };
  page.reply = () => Promise.resolve({ status, data: { error } });
}

test("ANS-01 only a text of 1 to 5000 characters may be sent; otherwise pressing the button focuses the field and says why", async () => {
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} />);
  expect(getSubmitButton().disabled).toBe(false);
  expect(screen.queryByText("Please write an answer.")).toBeNull();
  await press("Send answer");
  expect(screen.getByText("Please write an answer.")).toBeTruthy();
  expect(document.activeElement).toBe(getField());
  writeAnswer(" \n ");
  await press("Send answer");
  writeAnswer("👍".repeat(5001));
  expect(screen.getByText("Please keep it to 5,000 characters.")).toBeTruthy();
  await press("Send answer");
  expect(page.calls).toEqual([]);
  writeAnswer("👍".repeat(5000));
  await press("Send answer");
  expect(page.calls).toHaveLength(1);
});

test("SAFE-09 the form refuses too many marks on one letter and says why", () => {
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} />);
  writeAnswer(`a${"\u0301".repeat(30)}`);
  expect(screen.queryByText(/Too many marks/)).toBeNull();
  writeAnswer(`a${"\u0301\u0316".repeat(50_000)}`);
  expect(screen.getByText(/Too many marks are stacked on one letter/)).toBeTruthy();
});

test("SAFE-09 the counter of a far too long text stops at 10000+", () => {
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} />);
  writeAnswer("あ".repeat(50_000));
  expect(screen.getByText("10000+ / 5000")).toBeTruthy();
});

test("ANS-01 while an answer is being sent, a second press sends nothing", async () => {
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} />);
  writeAnswer("Tea");
  await press("Send answer");
  await press("Sending…");
  expect(page.calls).toHaveLength(1);
});

test("ANS-02 FEEL-03 the form sends the trimmed answer, passes its Location to onAnswered and shows no toast", async () => {
  const onAnswered = vi.fn();
  page.reply = () => Promise.resolve(createdReply);
  page.show(<AnswerForm question={question} onAnswered={onAnswered} />);
  writeAnswer("  Tea \n");
  await press("Send answer");
  expect(page.calls[0]).toMatchObject({ name: "postAnswer", body: { text: "Tea" } });
  expect(onAnswered).toHaveBeenCalledExactlyOnceWith(createdReply.location);
  expect(screen.queryByText("Answered")).toBeNull();
});

test("ANS-02 ANS-04 after a lost reply the form says that the answer may have arrived, and keeps the text", async () => {
  const onAnswered = vi.fn();
  page.reply = () => Promise.reject(new TypeError("no network"));
  page.show(<AnswerForm question={question} onAnswered={onAnswered} />);
  writeAnswer("Tea");
  await press("Send answer");
  expect(screen.getByText(/We don't know whether this has arrived/)).toBeTruthy();
  expect(getField().value).toBe("Tea");
  expect(onAnswered).not.toHaveBeenCalled();
});

test("ANS-04 if the question was answered in another tab, the form links to the question's page", async () => {
  refuseAnswer(409, "already_answered", "You have answered this already.");
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} />);
  writeAnswer("Tea");
  await press("Send answer");
  expect(screen.getByText("You have answered this already.")).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>("link");
  expect(link.getAttribute("href")).toBe(`/en/q/${question.uuid_hash}`);
});

test("ANS-08 without a question the form sends nothing and reports an error", async () => {
  const reportError = vi.fn();
  vi.stubGlobal("reportError", reportError);
  page.show(<AnswerForm question={undefined} onAnswered={vi.fn()} />);
  writeAnswer("Tea");
  await press("Send answer");
  expect(reportError).toHaveBeenCalledOnce();
  expect(page.calls).toEqual([]);
});

test("ANS-09 a draft survives a reload, and after sending it is deleted, but stays in the field until the answer is shown", async () => {
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} />);
  writeAnswer("Tea");
  cleanup();
  page.reply = () => Promise.resolve(createdReply);
  const shown = Promise.withResolvers<void>();
  page.show(<AnswerForm question={question} onAnswered={() => shown.promise} />);
  expect(getField().value).toBe("Tea");
  await press("Send answer");
  expect(getField().value).toBe("Tea");
  expect(screen.getByRole("button", { name: "Sending…" }).getAttribute("aria-busy")).toBe("true");
  await act(async () => shown.resolve());
  expect(getField().value).toBe("Tea");
  expect(sessionStorage).toHaveLength(0);
});

test("ASK-15 closing the form asks for confirmation before it discards a text", async () => {
  const onClose = vi.fn();
  page.show(<AnswerForm question={question} onAnswered={vi.fn()} onClose={onClose} />);
  writeAnswer("Tea");
  await press("Close");
  fireEvent.click(await screen.findByText("Keep writing"));
  expect(getField().value).toBe("Tea");
  expect(onClose).not.toHaveBeenCalled();
  await press("Close");
  const discard = await screen.findByText("Discard");
  await act(async () => void fireEvent.click(discard));
  expect(getField().value).toBe("");
  expect(onClose).toHaveBeenCalledOnce();
});

test("ASK-18 ANS-07 a question with options needs exactly one of them, and the text is optional", async () => {
  page.reply = () =>
    Promise.resolve({ status: 201, data: { answer: {}, answered_count: 1 }, location: "/en/q/a" });
  const options = ["Tea", "Coffee"];
  page.show(<AnswerForm question={{ ...question, options }} onAnswered={vi.fn()} />);
  writeAnswer("Of course");
  await press("Send answer");
  expect(screen.getByText("Please pick one of the choices.")).toBeTruthy();
  expect(page.calls).toEqual([]);
  fireEvent.click(screen.getByRole("radio", { name: "Tea" }));
  fireEvent.click(screen.getByRole("radio", { name: "Coffee" }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Tea" }).checked).toBe(false);
  writeAnswer("");
  await press("Send answer");
  expect(page.calls[0]).toMatchObject({ body: { text: "", chosen_option: 1 } });
  expect(sessionStorage.length).toBe(0);
});

test("ANS-15 the form says how many questions with the same sticker get the answer", () => {
  page.show(<AnswerForm question={{ ...question, answers_at_once: 3 }} onAnswered={vi.fn()} />);
  expect(screen.getByText("This answer goes to all 3 questions with this sticker.")).toBeTruthy();
});

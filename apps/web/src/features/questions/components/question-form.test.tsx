// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { papers } from "@toibako/contract/papers.ts";
import { type ReactNode, useState } from "react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connectBrowser } from "#lib/http/client.ts";
import type { Reply } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import { ToastProvider } from "#ui/feedback/toast.tsx";
import { QuestionForm } from "./question-form.tsx";
import { QuestionFormModal } from "./question-form-modal.tsx";

let reply: (() => Promise<Reply>) | undefined;
let calls: unknown[];
let router: ReturnType<typeof createRouter>;
let client: QueryClient;

beforeAll(async () => {
  // Without a timer, so that the tests don't wait.
  notifyManager.setScheduler(queueMicrotask);
  await loadCatalog("en");
});
beforeEach(() => {
  sessionStorage.clear();
  calls = [];
  client = new QueryClient();
  connectBrowser(client, (_endpoint, { body }) => {
    calls.push(body);
    return reply?.() ?? new Promise(() => {});
  });
  const history = createMemoryHistory({ initialEntries: ["/en/yui"] });
  router = createRouter({ routeTree: createRootRoute(), history }) as never;
});

function show(children: ReactNode) {
  return render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>
        <I18nProvider locale="en">
          <ToastProvider closeLabel="Close">{children}</ToastProvider>
        </I18nProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

const form = <QuestionForm account="yui" displaying_name="Yui" isSignedIn={false} />;
const getField = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const getSendButton = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: /Ask anonymously|Sending/ });
const writeQuestion = (value: string) => fireEvent.change(getField(), { target: { value } });
const submit = () => act(async () => void fireEvent.click(getSendButton()));

test("ASK-15 after asking, the received questions and the counts of the home are fetched again: the question may be to oneself", async () => {
  const names = ["listReceivedItems", "getNews", "getUnreadCounts"];
  for (const name of names) client.setQueryData([name], {});
  reply = async () => ({ status: 201, data: { uuid_hash: "a" }, location: "/en/me/home" });
  show(form);
  writeQuestion("What's next?");
  await submit();
  await waitFor(() => {
    const states = names.map((name) => client.getQueryState([name])?.isInvalidated);
    expect(states).toEqual([true, true, true]);
  });
});

test("ASK-02 ASK-05 the send button is never disabled: for a text that may not be sent, it focuses the field and says why", async () => {
  reply = async () => ({ status: 201, data: { uuid_hash: "q1" } });
  show(form);
  expect(getSendButton().disabled).toBe(false);
  expect(screen.queryByText("Please write a question.")).toBeNull();
  await submit();
  expect(screen.getByText("Please write a question.")).toBeTruthy();
  expect(document.activeElement).toBe(getField());
  expect(getField().getAttribute("aria-invalid")).toBe("true");
  writeQuestion("  \n ");
  await submit();
  expect(screen.getByText("Please write a question.")).toBeTruthy();
  expect(calls).toEqual([]);
  writeQuestion("What do you like?");
  expect(screen.queryByText("Please write a question.")).toBeNull();
  await submit();
  expect(calls).toHaveLength(1);
});

test("ASK-14 the advice against emoji stands with the form every time", async () => {
  reply = async () => ({ status: 201, data: { uuid_hash: "q1" } });
  show(form);
  expect(screen.getByText(/Best written without emoji/)).toBeTruthy();
  writeQuestion("Hello?");
  await submit();
  cleanup();
  show(form);
  expect(screen.getByText(/Best written without emoji/)).toBeTruthy();
});

test("ASK-02 ASK-03 the length of a text is counted in user-perceived characters, and the error names the maximum", async () => {
  show(form);
  writeQuestion("👨‍👩‍👧".repeat(5000));
  expect(screen.queryByText(/5,000 characters/)).toBeNull();
  writeQuestion("👨‍👩‍👧".repeat(5001));
  expect(screen.getByText(/5,000 characters/)).toBeTruthy();
  await submit();
  expect(calls).toEqual([]);
});

test("ASK-05 ASK-09 ASK-11 FEEL-02 two presses send one question, which opens the sender's list and clears the text", async () => {
  const pendingReply = Promise.withResolvers<Reply>();
  reply = () => pendingReply.promise;
  show(form);
  writeQuestion(" Coffee or tea? ");
  await submit();
  expect(getSendButton().getAttribute("aria-busy")).toBe("true");
  await submit();
  const body = " Coffee or tea? ";
  const paper = expect.toBeOneOf([...papers]);
  expect(calls).toEqual([{ body, account: "yui", locale: "en", type: "text", paper }]);
  await act(async () =>
    pendingReply.resolve({
      status: 201,
      data: { uuid_hash: "q1" },
      location: "/en/not_login_user",
    }),
  );
  await waitFor(() => expect(router.history.location.href).toBe("/en/not_login_user?sent=q1"));
  await waitFor(() => expect(getField().value).toBe(""));
});

test("ASK-11 if the reply has no Location, the question's own page is opened", async () => {
  reply = async () => ({ status: 201, data: { uuid_hash: "q1" } });
  show(form);
  writeQuestion("Hello?");
  await submit();
  await waitFor(() => expect(router.history.location.pathname).toBe("/en/q/q1"));
});

test("ASK-12 the server's messages are shown line by line, and the text stays", async () => {
  const error = { code: "refused", messages: ["Not this."], details: { body: ["Not that."] } };
  reply = async () => ({ status: 422, data: { error } });
  show(form);
  writeQuestion("Hello?");
  await submit();
  expect(screen.getByText(/Not this/).textContent).toBe("Not this.\nNot that.");
  expect(getField().value).toBe("Hello?");
});

test("ASK-10 ASK-12 after a lost reply the form says that the question may have arrived", async () => {
  reply = () => Promise.reject(new TypeError("no network"));
  show(form);
  writeQuestion("Hello?");
  await submit();
  expect(screen.getByText(/We don't know whether this has arrived/)).toBeTruthy();
  expect(getSendButton().disabled).toBe(false);
});

test("ASK-13 without a receiver the form sends nothing and reports an error", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  show(<QuestionForm account="" displaying_name="" isSignedIn={false} />);
  writeQuestion("Hello?");
  await submit();
  expect(calls).toEqual([]);
  expect(report).toHaveBeenCalledOnce();
  expect(screen.getByText(/wasn't sent/)).toBeTruthy();
  vi.unstubAllGlobals();
});

test("the questions to two receivers have separate drafts, which survive a reload", () => {
  show(form);
  writeQuestion("Half a ques");
  cleanup();
  show(form);
  expect(getField().value).toBe("Half a ques");
  cleanup();
  show(<QuestionForm account="kenta" displaying_name="Kenta" isSignedIn={false} />);
  expect(getField().value).toBe("");
});

function Modal() {
  const [open, setOpen] = useState(true);
  const account = { account: "yui", displaying_name: "Yui", isSignedIn: false };
  return <QuestionFormModal {...account} open={open} onOpenChange={setOpen} />;
}

const close = () => act(async () => void fireEvent.click(screen.getByLabelText("Close")));

test("ASK-15 closing the modal with a draft asks for confirmation, and cancelling keeps the draft", async () => {
  show(<Modal />);
  await screen.findByRole("textbox");
  writeQuestion("Half a ques");
  await close();
  await act(async () => void fireEvent.click(await screen.findByText("Keep writing")));
  expect(getField().value).toBe("Half a ques");
});

test("ASK-15 discarding deletes the draft and closes the modal", async () => {
  show(<Modal />);
  await screen.findByRole("textbox");
  writeQuestion("Half a ques");
  await close();
  await act(async () => void fireEvent.click(await screen.findByText("Discard")));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(sessionStorage.length).toBe(0);
});

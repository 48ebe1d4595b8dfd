// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { papers } from "@toibako/contract/papers.ts";
import type { StampGroup } from "@toibako/contract/stamps.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connectBrowser } from "#lib/http/client.ts";
import type { Reply } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import { ToastProvider } from "#ui/feedback/toast.tsx";
import { QuestionForm } from "./question-form.tsx";

const createGroup = (id: string, ...texts: string[]): StampGroup => ({
  id,
  name: `Group ${id}`,
  icon_image: { url: `/stamps/icons/${id}.svg` },
  stamps: texts.map((text, index) => ({
    id: `${id}-${index}`,
    text,
    stamp_image: { url: `/stamps/${id}-${index}.svg` },
    card_image: { url: `/cards/stamps/en/${id}-${index}.png` },
  })),
});

/** The server's reply with the groups of stamps. */
let replyWithGroups: () => Promise<Reply>;
let calls: unknown[];

beforeAll(async () => {
  // Without a timer, so that the tests don't wait.
  notifyManager.setScheduler(queueMicrotask);
  await loadCatalog("en");
});
beforeEach(() => {
  sessionStorage.clear();
  calls = [];
  const defaultGroups = [
    createGroup("day", "What did you eat?", "How are you?"),
    createGroup("heart", "Who is it?"),
  ];
  replyWithGroups = async () => ({ status: 200, data: defaultGroups });
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  connectBrowser(client, async ({ name }, { body }) => {
    if (name === "listStampGroups") return replyWithGroups();
    calls.push(body);
    return { status: 201, data: { uuid_hash: "q1" }, location: "/en/not_login_user" };
  });
  const history = createMemoryHistory({ initialEntries: ["/en/yui"] });
  const router = createRouter({ routeTree: createRootRoute(), history }) as never;
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>
        <I18nProvider locale="en">
          <ToastProvider closeLabel="Close">
            <QuestionForm account="yui" displaying_name="Yui" isSignedIn={false} />
          </ToastProvider>
        </I18nProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

const getRadio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
const choose = (name: string) => act(async () => void fireEvent.click(getRadio(name)));
const getSendButton = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: /Ask anonymously/ });
const submit = () => act(async () => void fireEvent.click(getSendButton()));
const pressButton = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const writeQuestion = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

const paper = expect.toBeOneOf([...papers]);

test("ASK-01 ASK-07 the first group of stamps is shown at once, and choosing another group shows its stamps", async () => {
  show();
  expect(getRadio("Text").checked).toBe(true);
  await choose("Sticker");
  const first = await screen.findByRole<HTMLInputElement>("radio", { name: "Group day" });
  expect(first.checked).toBe(true);
  const listStampNames = () =>
    within(screen.getByRole("group", { name: /^Stickers:/ }))
      .getAllByRole("img")
      .map((picture) => picture.getAttribute("alt"));
  expect(listStampNames()).toEqual(["What did you eat?", "How are you?"]);
  await choose("Group heart");
  expect(listStampNames()).toEqual(["Who is it?"]);
});

test("ASK-05 ASK-09 ASK-10 without a stamp the form says that one is missing, and sending posts the stamp's id and resets the form", async () => {
  show();
  await choose("Sticker");
  await screen.findByRole("radio", { name: "Group day" });
  await submit();
  expect(screen.getByText("Please pick a sticker.")).toBeTruthy();
  expect(document.activeElement).toBe(getRadio("What did you eat?"));
  expect(calls).toEqual([]);
  await choose("How are you?");
  expect(screen.queryByText("Please pick a sticker.")).toBeNull();
  expect(screen.getByText("How are you?")).toBeTruthy();
  await submit();
  expect(calls).toEqual([
    { type: "stamp", stamp_id: "day-1", account: "yui", locale: "en", paper },
  ]);
  expect(getRadio("Text").checked).toBe(true);
  await choose("Sticker");
  expect(getRadio("How are you?").checked).toBe(false);
});

test("ASK-05 Enter on a stamp picks it and sends nothing", async () => {
  show();
  await choose("Sticker");
  const stamp = await screen.findByRole("radio", { name: "How are you?" });
  const isDefault = fireEvent.keyDown(stamp, { key: "Enter" });
  expect(isDefault).toBe(false);
  await waitFor(() => expect((stamp as HTMLInputElement).checked).toBe(true));
  expect(calls).toEqual([]);
});

test("ASK-08 on a site without stamps, the form says so, keeps the text and disables the tab of stamps", async () => {
  replyWithGroups = async () => ({ status: 200, data: [] });
  show();
  writeQuestion(/Ask Yui/, "Still here?");
  await choose("Sticker");
  expect(await screen.findByText("There are no stickers right now.")).toBeTruthy();
  expect(getRadio("Sticker").disabled).toBe(true);
  expect(getRadio("Text").checked).toBe(true);
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Still here?");
});

test("ASK-07 stamps that couldn't be loaded can be retried", async () => {
  const defaultReply = replyWithGroups;
  replyWithGroups = async () => Promise.reject(new TypeError("no network"));
  show();
  await choose("Sticker");
  await screen.findByText("The stickers couldn't be loaded");
  replyWithGroups = defaultReply;
  await pressButton("Try again");
  expect(await screen.findByRole("radio", { name: "Group day" })).toBeTruthy();
});

test("ASK-01 changing the type of a question and back keeps the input of each type", async () => {
  show();
  writeQuestion(/Ask Yui/, "Tea or coffee?");
  await choose("Choices");
  await screen.findByRole("textbox", { name: "Choice 1" });
  writeQuestion("Choice 1", "Tea");
  await choose("Sticker");
  await screen.findByRole("radio", { name: "Group day" });
  await choose("What did you eat?");
  await choose("Choices");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Choice 1" }).value).toBe("Tea");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Ask Yui/ }).value).toBe(
    "Tea or coffee?",
  );
  await choose("Sticker");
  expect(getRadio("What did you eat?").checked).toBe(true);
});

test("ASK-17 a question needs two to four different choices of 1 to 40 characters", async () => {
  show();
  writeQuestion(/Ask Yui/, "Tea or coffee?");
  await choose("Choices");
  await screen.findByRole("textbox", { name: "Choice 2" });
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  writeQuestion("Choice 1", "Tea");
  expect(screen.queryByText("Please fill in this choice.")).toBeNull();
  await submit();
  expect(screen.getByText("Please fill in this choice.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Choice 2" }));
  writeQuestion("Choice 2", " Tea ");
  expect(screen.getByText("This choice is already there.")).toBeTruthy();
  await submit();
  writeQuestion("Choice 2", "👨‍👩‍👧".repeat(41));
  const second = screen.getByRole("textbox", { name: "Choice 2" });
  expect(screen.getByText("1 too many")).toBeTruthy();
  const errorId = second.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(errorId)?.textContent).toBe(
    "Please keep a choice to 40 characters.",
  );
  expect(second.getAttribute("aria-invalid")).toBe("true");
  await submit();
  writeQuestion("Choice 2", "👨‍👩‍👧".repeat(40));
  expect(second.getAttribute("aria-invalid")).toBeNull();

  await pressButton("Add a choice");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Choice 3" }));
  writeQuestion("Choice 3", " ");
  expect(screen.getByText("Please fill in this choice.")).toBeTruthy();
  await pressButton("Add a choice");
  expect(screen.queryByRole("button", { name: "Add a choice" })).toBeNull();
  writeQuestion("Choice 4", "Neither");
  await pressButton("Remove choice 3");
  writeQuestion("Choice 2", "Coffee");
  await submit();
  const options = ["Tea", "Coffee", "Neither"];
  expect(calls).toEqual([
    { type: "choose", body: "Tea or coffee?", options, paper, account: "yui", locale: "en" },
  ]);
});

test("ASK-17 a draft of choices survives a reload", async () => {
  show();
  await choose("Choices");
  await screen.findByRole("textbox", { name: "Choice 2" });
  writeQuestion("Choice 2", "Coffee");
  cleanup();
  show();
  await choose("Choices");
  await screen.findByRole("textbox", { name: "Choice 2" });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Choice 2" }).value).toBe("Coffee");
});

// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import {
  type CommunityAnswer,
  type CommunityQuestion,
  listCommunityAnswers,
} from "@toibako/contract/communities/questions.ts";
import type { Community } from "@toibako/contract/communities.ts";
import { beforeEach, expect, test } from "vitest";
import { QuestionCard } from "#features/communities/components/question-card.tsx";
import { getTexts } from "#lib/i18n/texts.tsx";
import { follow, openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { AllQuestions } from "./question-lists.tsx";
import { QuestionPage } from "./question-page.tsx";

const { t } = getTexts("en");
const ids = { category_id: "life", community_id: "cats" };
const associated_community = { id: "cats", category_id: "life", name: "Cats", is_popular: false };
const community = { ...associated_community } as Community;
const at = "2026-11-20T09:00:00Z";
const question: CommunityQuestion = {
  uuid_hash: "q1",
  text: "Tea?",
  is_deleted: false,
  locale: "ja",
  is_recent: false,
  is_popular: false,
  asked_hour: at,
  asked_date_time__formatted_for_user: "20 November",
  card_theme: "mint",
  rasterizated_question_uri: "/cards/questions/q1.png",
  associated_community,
  answers_count: 0,
  recent_answers: [],
  own_answer_id: null,
};
const answering_user = {
  toibako_id: "mina",
  account: "mina",
  icon_uri: "/m",
  displaying_name: "Mina",
};
const answer: CommunityAnswer = {
  id: "a1",
  text: "Mint",
  likes_count: 2,
  has_been_liked_by_current_user: false,
  may_like: true,
  is_mine: false,
  is_ad_default: true,
  is_withheld: false,
  answered_at: at,
  relative_time: "1 h",
  answering_user,
  associated_question: { uuid_hash: "q1", text: "Tea?" },
};
const pager = { current_page: 1, total_pages: 1, total_count: 1, limit: 20 };

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
});

const showCard = (props: Partial<CommunityQuestion>, isNew = false) =>
  page.show(
    <QuestionCard question={{ ...question, ...props }} isNew={isNew} onAnswer={() => {}} />,
  );

test("COMM-18 a card cuts a question after 50 user-perceived characters and adds three dots", () => {
  showCard({ text: "👨‍👩‍👧".repeat(60) });
  expect(screen.getByRole("heading").textContent).toBe(`${"👨‍👩‍👧".repeat(50)}...`);
});

test("COMM-18 a question is cut between two words", () => {
  showCard({ text: "What is the kindest thing a stranger has ever unexpectedly said to you?" });
  expect(screen.getByRole("heading").textContent).toBe(
    "What is the kindest thing a stranger has ever...",
  );
});

test("COMM-18 a recent question has a highlighted date, and a new one a mark", () => {
  showCard({ is_recent: true });
  expect(document.querySelector("[data-recent]")).toBeTruthy();
  expect(screen.queryByText(t("communities.new"), { exact: false })).toBeNull();
  cleanup();
  showCard({}, true);
  expect(document.querySelector("[data-recent]")).toBeNull();
  expect(screen.getByText(t("communities.new"), { exact: false })).toBeTruthy();
});

test("COMM-18 a card links to the answers of others only if there are any", () => {
  showCard({});
  expect(screen.queryByText(/ answers /)).toBeNull();
  cleanup();
  showCard({ answers_count: 3, own_answer_id: "a1" });
  expect(screen.getByText(/^All 3 answers/)).toBeTruthy();
});

test("COMM-18 a reader who has answered gets a link to the answer in place of the button", () => {
  showCard({ answers_count: 1, own_answer_id: "a1" });
  const own = screen.getByRole("link", { name: t("communities.own_answer") });
  expect(own.getAttribute("href")).toBe("/en/q/q1?answer_id=a1");
  expect(screen.queryByRole("link", { name: t("communities.answer") })).toBeNull();
  expect(screen.queryByText(/ answers /)).toBeNull();
});

test("COMM-19 a card leads to the page of its question, and its text has its language", () => {
  showCard({});
  const heading = screen.getByRole("heading", { name: "Tea?" });
  expect(heading.getAttribute("lang")).toBe("ja");
  expect(heading.closest("a")?.getAttribute("href")).toBe(
    "/en/communities/cats/categories/life/items/q1",
  );
});

function showList(isInAllLanguages: boolean) {
  page.client.setQueryData([getCurrentUser.name], {});
  page.show(
    <ModalHost>
      <AllQuestions
        community={community}
        isInAllLanguages={isInAllLanguages}
        languageLink={({ all_languages }) => (
          <a href={all_languages ? "#all" : "#own"}>languages</a>
        )}
        page={1}
        pageLink={(page) => <a href={`#${page}`}>{page}</a>}
      />
    </ModalHost>,
  );
}

test("COMM-02 a list that can't be loaded says so in its place and in the bar, and an empty one offers all languages", async () => {
  page.reply = async () => ({ status: 500, data: { code: "unexpected", messages: [] } });
  showList(false);
  const title = t("communities.questions_failed_title");
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  const bars = document.querySelectorAll("[data-type=error]");
  expect([...bars].map(({ textContent }) => textContent)).toEqual([title]);
  page.reply = async () => ({
    status: 200,
    data: { items: [], pager: { ...pager, total_pages: 0 } },
  });
  await press("Try again");
  expect(await screen.findByText(t("communities.no_questions_title"))).toBeTruthy();
  expect(
    screen.getByRole("link", { name: t("communities.see_all_languages") }).getAttribute("href"),
  ).toBe("#all");
});

test("COMM-16 a list of all languages names the language of each question", async () => {
  page.reply = async () => ({ status: 200, data: { items: [question], pager } });
  showList(true);
  const card = await screen.findByRole("article");
  expect(within(card).getByText("日本語").getAttribute("lang")).toBe("ja");
  expect(page.calls[0]?.query).toMatchObject({ all_languages: "true" });
});

async function showPage(
  fields: Partial<CommunityAnswer> = {},
  shown: CommunityQuestion = question,
) {
  page.reply = async ({ name }) =>
    name === listCommunityAnswers.name
      ? { status: 200, data: { answers: [{ ...answer, ...fields }], pager } }
      : { status: 200, data: { question: shown } };
  const { communityQuestionQuery } = await import("#features/communities/queries.ts");
  page.client.setQueryData(communityQuestionQuery(ids, "q1").queryKey, { question: shown });
  page.show(
    <ModalHost>
      <QuestionPage ids={ids} uuid="q1" community={community} page={1} />
    </ModalHost>,
  );
  const link = await screen.findByRole("link", { name: "Mina" });
  return link.closest("article") as HTMLElement;
}

test("COMM-21 COMM-23 the page shows the question as a letter and as a picture, and each answer with its answerer, text and likes", async () => {
  page.client.setQueryData([getCurrentUser.name], {});
  const card = await showPage();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Tea?");
  expect(screen.getByAltText("Tea?").getAttribute("src")).toBe(question.rasterizated_question_uri);
  expect(within(card).getByRole("link", { name: "Mina" })).toBeTruthy();
  expect(within(card).getByText("Mint")).toBeTruthy();
  expect(within(card).getByRole("button", { name: /^2/ })).toBeTruthy();
  const open = within(card).getByRole("link", { name: /Open Mina/ });
  expect(open.getAttribute("href")).toBe("/en/q/q1?answer_id=a1");
});

test("COMM-45 the page of a deleted question has a note in place of its text, its answers, and no button to answer", async () => {
  page.client.setQueryData([getCurrentUser.name], {});
  await showPage({}, { ...question, text: "", is_deleted: true });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(t("common.removed_question"));
  expect(screen.getByText("Mint")).toBeTruthy();
  expect(document.querySelector("article img[width='1200']")).toBeNull();
  expect(screen.queryByText(t("communities.answer_too"))).toBeNull();
  expect(screen.queryByText(t("communities.answer"))).toBeNull();
});

test("COMM-27 COMM-32 a visitor who likes an answer gets the invitation, and nothing is sent", async () => {
  page.client.setQueryData([getCurrentUser.name], {});
  const card = await showPage();
  const calls = page.calls.length;
  within(card).getByRole("button", { name: /^2/ }).click();
  expect(await screen.findByText(t("communities.invite_page_title"))).toBeTruthy();
  expect(page.calls).toHaveLength(calls);
});

test("COMM-45 COMM-32 a withheld answer shows a placeholder in place of its text, and a visitor who answers gets the invitation", async () => {
  page.client.setQueryData([getCurrentUser.name], {});
  const card = await showPage({ is_withheld: true, text: "" });
  expect(within(card).getByText(t("communities.sensitive_answer"))).toBeTruthy();
  await follow(t("communities.answer_too"));
  expect(await screen.findByText(t("communities.invite_page_title"))).toBeTruthy();
});

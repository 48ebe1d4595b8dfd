import { deleteAnswer, postAnswer, putAnswer } from "@toibako/contract/answers.ts";
import { postNgWord, releaseHeldQuestion } from "@toibako/contract/filters.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { withdrawQuestion } from "@toibako/contract/outbox.ts";
import {
  getQuestion,
  postQuestion,
  type QuestionStatus,
  questionStatuses,
} from "@toibako/contract/questions.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();
const receivers = { yui, kenta };
type Receiver = keyof typeof receivers;
const people = [yui, kenta, mei, visitor];
for (const receiver of [yui, kenta]) await receiver.send(postNgWord, { body: { word: "ひみつ" } });

/**
 * The contents of questions: a text, a stamp (always the same one), or a word that makes the filter
 * hold the question, unless it is a question to oneself.
 */
const contents = { text: { body: "？" }, stamp: { stamp_id: "eat" }, held: { body: "ひみつ？" } };
type Content = keyof typeof contents;

interface Question {
  id: string;
  sender: Browser;
  receiver: Receiver;
  status: QuestionStatus | "held" | "reported" | "withdrawn";
  content: Content;
  answer?: { id: string; likers: Set<Browser> };
}

type Step =
  | { kind: "ask"; actorIndex: number; receiver: Receiver; content: Content }
  | { kind: "answer"; questionIndex: number; actorIndex: number }
  | { kind: "edit"; questionIndex: number; actorIndex: number }
  | { kind: "delete"; questionIndex: number; actorIndex: number }
  | { kind: "move"; questionIndex: number; actorIndex: number; status: QuestionStatus }
  | { kind: "like"; questionIndex: number; actorIndex: number }
  | { kind: "release"; questionIndex: number; actorIndex: number }
  | { kind: "report"; questionIndex: number; actorIndex: number }
  | { kind: "withdraw"; questionIndex: number; actorIndex: number };

const questionIndex = fc.nat(40);
const actorIndex = fc.nat(people.length - 1);
const receiver = fc.constantFrom<Receiver>("yui", "kenta");
const status = fc.constantFrom(...questionStatuses);
const content = fc.constantFrom<Content>("text", "stamp", "held");
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("ask"), actorIndex, receiver, content }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer"), questionIndex, actorIndex }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit"), questionIndex, actorIndex }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete"), questionIndex, actorIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("move"), questionIndex, actorIndex, status }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("like"), questionIndex, actorIndex }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("release"), questionIndex, actorIndex }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("report"), questionIndex, actorIndex }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("withdraw"), questionIndex, actorIndex }) },
);

const isInInbox = ({ status }: Question) => questionStatuses.some((shown) => shown === status);

/** A simple model of the inboxes. Each reply is compared with it, and the counters after all steps. */
class Model {
  readonly questions: Question[] = [];

  async takeStep(step: Step): Promise<void> {
    const actor = people[step.actorIndex] ?? yui;
    if (step.kind === "ask") return this.#ask(actor, step);
    const question = this.questions[step.questionIndex % Math.max(1, this.questions.length)];
    if (!question) return;
    if (step.kind === "answer") return this.#answer(actor, question);
    if (step.kind === "move") return this.#move(actor, question, step.status);
    if (step.kind === "edit") return this.#edit(actor, question);
    if (step.kind === "delete") return this.#delete(actor, question);
    if (step.kind === "release") return this.#release(actor, question);
    if (step.kind === "report") return this.#report(actor, question);
    if (step.kind === "withdraw") return this.#withdraw(actor, question);
    return this.#like(actor, question);
  }

  async #ask(actor: Browser, { receiver: account, content }: Step & { kind: "ask" }) {
    const asked = await actor.send(postQuestion, { body: { account, ...contents[content] } });
    expect(asked.status).toBe(201);
    const id = asked.data.uuid_hash;
    const status = content === "held" && actor !== receivers[account] ? "held" : "unread";
    this.questions.push({ id, sender: actor, receiver: account, status, content });
  }

  async #answer(actor: Browser, question: Question) {
    const call = { params: { question_id: question.id }, body: { text: "！" } };
    const { status, data } = await actor.send(postAnswer, call);
    if (actor === visitor) return expect(status).toBe(401);
    if (actor !== receivers[question.receiver] || !isInInbox(question)) {
      return expect(status).toBe(404);
    }
    expect(status).toBe(question.answer ? 409 : 201);
    if (question.answer) return;
    const withSameStamp = this.questions.filter(
      (other) =>
        other !== question &&
        question.content === "stamp" &&
        other.content === "stamp" &&
        other.receiver === question.receiver &&
        other.status === "unread",
    );
    expect(data.answered_count).toBe(withSameStamp.length + 1);
    question.answer = { id: data.answer.id, likers: new Set() };
    question.status = "confirmed";
    for (const other of withSameStamp) {
      const shown = await actor.send(getQuestion, { params: { id: other.id } });
      other.answer = { id: shown.data.question.item?.answer_id ?? "none", likers: new Set() };
      other.status = "confirmed";
    }
  }

  async #move(actor: Browser, question: Question, wanted: QuestionStatus) {
    const call = { params: { id: question.id }, body: { status: wanted } };
    const moved = await actor.send(changeQuestion, call);
    if (actor === visitor) return expect(moved.status).toBe(401);
    if (actor !== receivers[question.receiver] || !isInInbox(question)) {
      return expect(moved.status).toBe(404);
    }
    question.status = wanted === "unread" && question.answer ? "confirmed" : wanted;
    expect(moved.data.status).toBe(question.status);
  }

  async #edit(actor: Browser, { answer, receiver: owner }: Question) {
    const call = { params: { id: answer?.id ?? "none" }, body: { text: "‼" } };
    const { status } = await actor.send(putAnswer, call);
    if (actor === visitor) return expect(status).toBe(401);
    expect(status).toBe(answer && actor === receivers[owner] ? 200 : 404);
  }

  async #delete(actor: Browser, question: Question) {
    const { answer, receiver: owner } = question;
    const { status } = await actor.send(deleteAnswer, { params: { id: answer?.id ?? "none" } });
    if (actor === visitor) return expect(status).toBe(401);
    const isDeleted = answer !== undefined && actor === receivers[owner];
    expect(status).toBe(isDeleted ? 204 : 404);
    if (!isDeleted) return;
    delete question.answer;
    question.status = "unread";
  }

  async #like(actor: Browser, { answer, receiver: owner }: Question) {
    const call = { body: { answer_id: answer?.id ?? "none" } };
    const { status, data } = await actor.send(toggleLike, call);
    if (!answer) return expect(status).toBe(404);
    if (actor === receivers[owner]) return expect(status).toBe(403);
    expect(data.toggle_type).toBe(answer.likers.has(actor) ? "decrement" : "increment");
    if (!answer.likers.delete(actor)) answer.likers.add(actor);
  }

  async #release(actor: Browser, question: Question) {
    const { status } = await actor.send(releaseHeldQuestion, { params: { id: question.id } });
    if (actor === visitor) return expect(status).toBe(401);
    const isReceiver = actor === receivers[question.receiver];
    expect(status).toBe(isReceiver && question.status === "held" ? 204 : 404);
    if (status === 204) question.status = "unread";
  }

  async #report(actor: Browser, question: Question) {
    const call = { body: { mode: "unit", item_id: question.id } } as const;
    const { status } = await actor.send(postReport, call);
    if (actor === visitor) return expect(status).toBe(401);
    const isReceiver = actor === receivers[question.receiver];
    // A repeated report has the same reply.
    const isReportable = ["unread", "held", "reported"].includes(question.status);
    expect(status).toBe(isReceiver && isReportable ? 201 : 404);
    if (status === 201) question.status = "reported";
  }

  async #withdraw(actor: Browser, question: Question) {
    const { status } = await actor.send(withdrawQuestion, { params: { id: question.id } });
    const isFound = actor === question.sender && question.status !== "withdrawn";
    if (!isFound) return expect(status).toBe(404);
    expect(status).toBe(question.answer ? 409 : 204);
    if (!question.answer) question.status = "withdrawn";
  }

  computeCounters(account: Receiver) {
    const received = this.questions.filter((question) => question.receiver === account);
    const count = (status: Question["status"]) =>
      received.filter((question) => question.status === status).length;
    return {
      account,
      unread_questions_count: count("unread"),
      confirmed_questions_count: count("confirmed"),
      hidden_questions_count: count("hidden"),
      held_questions_count: count("held"),
      answers_count: received.filter(({ answer }) => answer).length,
      answer_likes_count: received.reduce((sum, { answer }) => sum + (answer?.likers.size ?? 0), 0),
    };
  }
}

const storedCountersSql = `
  select account, unread_questions_count, confirmed_questions_count, hidden_questions_count,
    held_questions_count, answers_count, answer_likes_count
  from users where account in ('yui', 'kenta') order by account`;

const recountedSql = `
  select u.account,
    count(*) filter (where q.status = 'unread')::int as unread_questions_count,
    count(*) filter (where q.status = 'confirmed')::int as confirmed_questions_count,
    count(*) filter (where q.status = 'hidden')::int as hidden_questions_count,
    count(*) filter (where q.status = 'held')::int as held_questions_count,
    count(a.pk)::int as answers_count,
    coalesce(sum((select count(*) from answer_likes likes where likes.answer_pk = a.pk)), 0)::int
      as answer_likes_count
  from users u
  left join questions q on q.receiver_pk = u.pk
  left join answers a on a.question_pk = q.pk
  where u.account in ('yui', 'kenta') group by u.account order by u.account`;

async function readRows(sql: string) {
  return (await site.services.database.executeSql(sql)).rows;
}

async function resetQuestions() {
  await site.services.database.executeSql(`
    delete from questions;
    update users set unread_questions_count = 0, confirmed_questions_count = 0,
      hidden_questions_count = 0, held_questions_count = 0, answers_count = 0, answer_likes_count = 0`);
}

test("BOX-08 PROF-12 PROF-18 ANS-06 ANS-15 after any order of asking, answering, editing, deleting, moving, liking, releasing, reporting and withdrawing, the counters equal the numbers of rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 40 }), async (steps) => {
      await resetQuestions();
      const model = new Model();
      for (const step of steps) await model.takeStep(step);
      const counters = await readRows(storedCountersSql);
      expect(counters).toEqual([model.computeCounters("kenta"), model.computeCounters("yui")]);
      expect(counters).toEqual(await readRows(recountedSql));
    }),
    { numRuns: countPropertyRuns(6) },
  );
});

test("BOX-08 PROF-12 PROF-18 ANS-06 after simultaneous steps, the counters equal the numbers of rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 40, maxLength: 60 }), async (steps) => {
      await resetQuestions();
      const texts = ["？", "？", "？", "ひみつ？", "ひみつ？"];
      const ids = await Promise.all(texts.map((text) => site.askQuestion(mei, "yui", text)));
      const chooseId = (index: number) => ids[index % ids.length] ?? "";
      await Promise.all(steps.map((step) => takeStepUnchecked(step, chooseId)));
      expect(await readRows(storedCountersSql)).toEqual(await readRows(recountedSql));
    }),
    { numRuns: countPropertyRuns(4) },
  );
});

/** Takes a step on one of the questions that Mei has asked Yui, without comparing the reply with the model. */
async function takeStepUnchecked(step: Step, chooseId: (index: number) => string): Promise<void> {
  const actor = people[step.actorIndex] ?? yui;
  if (step.kind === "ask")
    await actor.send(postQuestion, {
      body: { account: step.receiver, ...contents[step.content] },
    });
  if (step.kind === "answer") {
    await yui.send(postAnswer, {
      params: { question_id: chooseId(step.questionIndex) },
      body: { text: "！" },
    });
  }
  if (step.kind === "move") {
    await yui.send(changeQuestion, {
      params: { id: chooseId(step.questionIndex) },
      body: { status: step.status },
    });
  }
  if (step.kind === "release") {
    await yui.send(releaseHeldQuestion, { params: { id: chooseId(step.questionIndex) } });
  }
  if (step.kind === "report") {
    await yui.send(postReport, { body: { mode: "unit", item_id: chooseId(step.questionIndex) } });
  }
  if (step.kind === "withdraw") {
    await mei.send(withdrawQuestion, { params: { id: chooseId(step.questionIndex) } });
  }
  if (step.kind === "delete" || step.kind === "edit") {
    const sql = `select a.id from answers a join questions q on q.pk = a.question_pk
      where q.uuid_hash = $1`;
    const { rows } = await site.services.database.executeSql(sql, [chooseId(step.questionIndex)]);
    const params = { id: (rows[0] as { id: string } | undefined)?.id ?? "none" };
    if (step.kind === "delete") await yui.send(deleteAnswer, { params });
    else await yui.send(putAnswer, { params, body: { text: "‼" } });
  }
  if (step.kind === "like") {
    const { rows } = await site.services.database.executeSql("select id from answers limit 1");
    const answer_id = (rows[0] as { id: string } | undefined)?.id ?? "none";
    await actor.send(toggleLike, { body: { answer_id } });
  }
}

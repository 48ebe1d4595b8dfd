import { deleteAnswer, postAnswer, putAnswer } from "@toibako/contract/answers.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import {
  getQuestion,
  postQuestion,
  type QuestionStatus,
  questionStatuses,
} from "@toibako/contract/questions.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const mei = await site.person("mei");
const visitor = site.visitor();
const receivers = { yui, kenta };
type Receiver = keyof typeof receivers;
const people = [yui, kenta, mei, visitor];

interface Question {
  id: string;
  receiver: Receiver;
  status: QuestionStatus;
  /** Asked by a stamp, always the same one. */
  is_stamp: boolean;
  answer?: { id: string; likers: Set<Browser> };
}

type Step =
  | { kind: "ask"; who: number; receiver: Receiver; is_stamp: boolean }
  | { kind: "answer"; at: number; who: number }
  | { kind: "edit"; at: number; who: number }
  | { kind: "delete"; at: number; who: number }
  | { kind: "move"; at: number; who: number; status: QuestionStatus }
  | { kind: "like"; at: number; who: number };

const at = fc.nat(40);
const who = fc.nat(people.length - 1);
const receiver = fc.constantFrom<Receiver>("yui", "kenta");
const status = fc.constantFrom(...questionStatuses);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("ask"), who, receiver, is_stamp: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer"), at, who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit"), at, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete"), at, who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move"), at, who, status }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("like"), at, who }) },
);

const contentOf = (account: Receiver, is_stamp: boolean) =>
  is_stamp ? { account, stamp_id: "eat" } : { account, body: "？" };

/** What the inboxes should be, by plain rules, beside what the server says to each step. */
class Model {
  readonly questions: Question[] = [];

  async take(step: Step): Promise<void> {
    const actor = people[step.who] ?? yui;
    if (step.kind === "ask") return this.#ask(actor, step);
    const question = this.questions[step.at % Math.max(1, this.questions.length)];
    if (!question) return;
    if (step.kind === "answer") return this.#answer(actor, question);
    if (step.kind === "move") return this.#move(actor, question, step.status);
    if (step.kind === "edit") return this.#edit(actor, question);
    if (step.kind === "delete") return this.#delete(actor, question);
    return this.#like(actor, question);
  }

  async #ask(actor: Browser, { receiver: account, is_stamp }: Step & { kind: "ask" }) {
    const asked = await actor.send(postQuestion, { body: contentOf(account, is_stamp) });
    expect(asked.status).toBe(201);
    const id = asked.data.uuid_hash;
    this.questions.push({ id, receiver: account, status: "unread", is_stamp });
  }

  async #answer(actor: Browser, question: Question) {
    const call = { params: { question_id: question.id }, body: { text: "！" } };
    const { status, data } = await actor.send(postAnswer, call);
    if (actor === visitor) return expect(status).toBe(401);
    if (actor !== receivers[question.receiver]) return expect(status).toBe(404);
    expect(status).toBe(question.answer ? 409 : 201);
    if (question.answer) return;
    const along = this.questions.filter(
      (other) =>
        other !== question &&
        question.is_stamp &&
        other.is_stamp &&
        other.receiver === question.receiver &&
        other.status === "unread",
    );
    expect(data.answered_count).toBe(along.length + 1);
    question.answer = { id: data.answer.id, likers: new Set() };
    question.status = "confirmed";
    for (const other of along) {
      const shown = await actor.send(getQuestion, { params: { id: other.id } });
      other.answer = { id: shown.data.question.item?.answer_id ?? "none", likers: new Set() };
      other.status = "confirmed";
    }
  }

  async #move(actor: Browser, question: Question, wanted: QuestionStatus) {
    const call = { params: { id: question.id }, body: { status: wanted } };
    const moved = await actor.send(changeQuestion, call);
    if (actor === visitor) return expect(moved.status).toBe(401);
    if (actor !== receivers[question.receiver]) return expect(moved.status).toBe(404);
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
    const is_gone = answer !== undefined && actor === receivers[owner];
    expect(status).toBe(is_gone ? 204 : 404);
    if (!is_gone) return;
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

  countersOf(account: Receiver) {
    const own = this.questions.filter((question) => question.receiver === account);
    const count = (status: QuestionStatus) =>
      own.filter((question) => question.status === status).length;
    return {
      account,
      unread_questions_count: count("unread"),
      confirmed_questions_count: count("confirmed"),
      hidden_questions_count: count("hidden"),
      answers_count: own.filter(({ answer }) => answer).length,
      answer_likes_count: own.reduce((sum, { answer }) => sum + (answer?.likers.size ?? 0), 0),
    };
  }
}

const stored = `
  select account, unread_questions_count, confirmed_questions_count, hidden_questions_count,
    answers_count, answer_likes_count
  from users where account in ('yui', 'kenta') order by account`;

const recounted = `
  select u.account,
    count(*) filter (where q.status = 'unread')::int as unread_questions_count,
    count(*) filter (where q.status = 'confirmed')::int as confirmed_questions_count,
    count(*) filter (where q.status = 'hidden')::int as hidden_questions_count,
    count(a.pk)::int as answers_count,
    coalesce(sum((select count(*) from answer_likes l where l.answer_pk = a.pk)), 0)::int
      as answer_likes_count
  from users u
  left join questions q on q.receiver_pk = u.pk
  left join answers a on a.question_pk = q.pk
  where u.account in ('yui', 'kenta') group by u.account order by u.account`;

async function rowsOf(sql: string) {
  return (await site.services.database.executeSql(sql)).rows;
}

async function startAnew() {
  await site.services.database.executeSql(`
    delete from questions;
    update users set unread_questions_count = 0, confirmed_questions_count = 0,
      hidden_questions_count = 0, answers_count = 0, answer_likes_count = 0`);
}

test("BOX-08 PROF-12 PROF-18 ANS-06 ANS-15 after any order of asking, answering, editing, deleting, moving and liking the counters are right", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      await startAnew();
      const model = new Model();
      for (const one of steps) await model.take(one);
      const counters = await rowsOf(stored);
      expect(counters).toEqual([model.countersOf("kenta"), model.countersOf("yui")]);
      expect(counters).toEqual(await rowsOf(recounted));
    }),
    { numRuns: 15 },
  );
});

test("BOX-08 PROF-12 PROF-18 ANS-06 steps that cross each other leave the counters equal to the rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
      await startAnew();
      const ids = await Promise.all([1, 2, 3].map(() => site.ask(mei, "yui", "？")));
      const idOf = (place: number) => ids[place % ids.length] ?? "";
      await Promise.all(steps.map((one) => blindly(one, idOf)));
      expect(await rowsOf(stored)).toEqual(await rowsOf(recounted));
    }),
    { numRuns: 8 },
  );
});

async function blindly(step: Step, idOf: (place: number) => string): Promise<void> {
  const actor = people[step.who] ?? yui;
  if (step.kind === "ask")
    await actor.send(postQuestion, { body: contentOf(step.receiver, step.is_stamp) });
  if (step.kind === "answer") {
    await yui.send(postAnswer, { params: { question_id: idOf(step.at) }, body: { text: "！" } });
  }
  if (step.kind === "move") {
    await yui.send(changeQuestion, {
      params: { id: idOf(step.at) },
      body: { status: step.status },
    });
  }
  if (step.kind === "delete" || step.kind === "edit") {
    const sql = `select a.id from answers a join questions q on q.pk = a.question_pk
      where q.uuid_hash = $1`;
    const { rows } = await site.services.database.executeSql(sql, [idOf(step.at)]);
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

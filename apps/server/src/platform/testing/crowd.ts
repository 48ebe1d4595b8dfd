import { login, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import type { Endpoint, Input } from "@toibako/contract/endpoint.ts";
import { deleteHeldQuestion, postNgWord, putCalmMode } from "@toibako/contract/filters.ts";
import { postBaton, postFollow } from "@toibako/contract/friends.ts";
import { changeQuestion, deleteBinnedQuestion } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { confirmNotices, listNotices } from "@toibako/contract/notices.ts";
import { listSendQuestions, readSendItems, withdrawQuestion } from "@toibako/contract/outbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import type { Browser } from "./browser.ts";
import { simulateCommunities } from "./community-crowd.ts";
import type { AskedQuestion } from "./linkage.ts";
import { type openSite, password } from "./site.ts";
import { simulateTalks } from "./talk-crowd.ts";

type Site = Awaited<ReturnType<typeof openSite>>;

/** Somebody with an account, or a visitor. */
interface Person {
  name: string;
  browser: Browser;
  address: string;
  account: string | undefined;
  /** All tokens by which a copy of the database could identify this person. */
  identifyingTokens: Set<string>;
}

const accountCount = 30;
const visitorCount = 20;
const networkCount = 8;
const questionsPerSender = 5;
/** An own word that some receivers set. */
const ownWord = "とめてほしい";
const answerTexts = ["はい、そう思います", "まだわかりません", "来年きいてください"];

/**
 * Simulates fifty people of several networks who ask, answer, like, follow, block, report, pass on
 * questions, withdraw questions, have questions held, and talk. Some of them ask as visitors and register
 * later. At the end, some jobs still wait. Remainders of a person's index (`index % 3`) decide who does what,
 * so that people differ in what they do.
 */
export class Crowd {
  readonly people: Person[] = [];
  readonly questions: AskedQuestion[] = [];
  /** The talks whose starters are anonymous. */
  readonly talks: AskedQuestion[] = [];
  readonly #site: Site;
  #seed = 7;
  readonly #calls = new Map<string, number>();

  constructor(site: Site) {
    this.#site = site;
  }

  async simulate(): Promise<void> {
    await this.#createPeople();
    await this.#setUpAccounts();
    for (let round = 0; round < questionsPerSender; round++) {
      for (const person of this.people) await this.#askSomebody(person, round);
    }
    await this.drainJobs();
    await this.#handleReceivedQuestions();
    await simulateCommunities({
      members: this.#members,
      send: (person, endpoint, input) => this.#sendSuccessfully(person, endpoint, input),
      // Each question counts as sent to another receiver, so that `findSharedTraits` compares them.
      recordSender: ({ name: sender, identifyingTokens }, uuid_hash) => {
        const receiver_pk = -this.questions.length - 1;
        this.questions.push({ uuid_hash, receiver_pk, sender, identifyingTokens, is_baton: false });
      },
    });
    await this.#likeAnswers();
    await this.#passBatonsOn();
    await this.#signVisitorsIn();
    for (const person of this.people) await this.#askSomebody(person, questionsPerSender);
    await this.#askBlockers();
    await this.#withdrawQuestions();
    await this.#talk();
    await this.drainJobs();
    await this.#openLists();
    await this.askAgain();
  }

  /** Runs the waiting jobs, but draws only 5 pictures: drawing all takes longer than everything else. */
  async drainJobs(): Promise<void> {
    const { database, jobs } = this.#site.services;
    await database.executeSql(
      `delete from pgboss.job where name = 'draw_card'
         and id not in (select id from pgboss.job where name = 'draw_card' limit 5)`,
    );
    await jobs.drain();
  }

  /** Sends another round of questions and answers some, without running the jobs that this enqueues. */
  async askAgain(): Promise<void> {
    for (const person of this.people) await this.#askSomebody(person, questionsPerSender + 1);
    await this.#answerSome(9);
  }

  /** Returns a pseudo-random number from 0 to below `limit`; each run gets the same sequence. */
  #drawNumber(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((this.#seed / 0x80000000) * limit);
  }

  async #send<E extends Endpoint>(person: Person, endpoint: E, input: Input<E>) {
    // Each person counts the calls of each endpoint separately. Calls of different endpoints therefore
    // have the same idempotency keys, as with careless clients; no stored id may link such calls.
    const kind = `${person.name} ${endpoint.name}`;
    const calls = (this.#calls.get(kind) ?? 0) + 1;
    this.#calls.set(kind, calls);
    const key = { "idempotency-key": `call-number-${calls}` };
    const from = { "x-forwarded-for": person.address, ...(endpoint.method === "POST" && key) };
    const reply = await person.browser.send(endpoint, input, from);
    this.#recordVisitor(person);
    return reply;
  }

  /** Like `#send`, but throws unless the call succeeds. */
  async #sendSuccessfully<E extends Endpoint>(person: Person, endpoint: E, input: Input<E>) {
    const reply = await this.#send(person, endpoint, input);
    if (reply.status < 400) return reply;
    throw new Error(`${endpoint.name} of ${person.name}: ${reply.status} ${reply.text}`);
  }

  async #createPeople() {
    for (let index = 0; index < accountCount + visitorCount; index++) {
      const isVisitor = index >= accountCount;
      const account = `person_${String(index).padStart(2, "0")}`;
      const person: Person = {
        name: isVisitor ? `visitor ${index}` : account,
        browser: this.#site.openBrowser(),
        address: `203.0.${113 + (index % networkCount)}.${index}`,
        account: undefined,
        identifyingTokens: new Set([`text 203.0.${113 + (index % networkCount)}.${index}`]),
      };
      this.people.push(person);
      if (!isVisitor) await this.#register(person, account);
    }
  }

  async #register(person: Person, account: string) {
    const body = { account, password, locale: "ja", email: `${account}@example.com` } as const;
    await this.#sendSuccessfully(person, register, { body });
    await this.#recordAccount(person, account);
  }

  async #recordAccount(person: Person, account: string) {
    person.account = account;
    const { secrets, database } = this.#site.services;
    const selected = await database.executeSql("select pk, id from users where account = $1", [
      account,
    ]);
    const { pk, id } = selected.rows[0] as { pk: number; id: string };
    this.#recordIdentity(person, secrets.deriveAccountIdentity(Number(pk)));
    const publicTokens = [`key public.users.pk ${pk}`, `text ${id}`, `text ${account}`];
    for (const token of [...publicTokens, `text ${account}@example.com`])
      person.identifyingTokens.add(token);
  }

  #recordVisitor(person: Person) {
    const cookie = person.browser.cookies.get("__Host-visitor");
    if (!cookie || person.identifyingTokens.has(`text ${cookie}`)) return;
    person.identifyingTokens.add(`text ${cookie}`);
    this.#recordIdentity(person, this.#site.services.secrets.deriveVisitorIdentity(cookie));
  }

  #recordIdentity(person: Person, identity: Buffer) {
    const { secrets } = this.#site.services;
    const derivedKeys = [
      identity,
      secrets.deriveLikeActor(identity),
      secrets.deriveReadStateOwner(identity),
      secrets.deriveAdoptedVisitorTag(identity),
    ];
    for (const value of derivedKeys) person.identifyingTokens.add(`bytes ${value.toString("hex")}`);
    person.identifyingTokens.add(`text ${identity.toString("hex")}`);
    person.identifyingTokens.add(`text ${secrets.deriveLockKey("talk", identity)}`);
  }

  get #members(): Person[] {
    return this.people.filter(({ account }) => account !== undefined);
  }

  async #setUpAccounts() {
    const { executeSql } = this.#site.services.database;
    // Switches the other filters off, so that questions are held only by own words or calm mode.
    await executeSql("update users set ml_filter = 'none', use_ngword_filter = false");
    for (const [index, person] of this.#members.entries()) {
      for (const step of [1, 2, 3]) {
        const account = this.#members[(index + step) % accountCount]?.account ?? "";
        await this.#sendSuccessfully(person, postFollow, { params: { account } });
      }
      if (index % 5 === 0)
        await this.#sendSuccessfully(person, postNgWord, { body: { word: ownWord } });
      if (index % 11 === 0)
        await this.#sendSuccessfully(person, putCalmMode, { body: { duration: "week" } });
    }
  }

  async #askSomebody(person: Person, round: number) {
    const receiver = this.#members[this.#drawNumber(accountCount)];
    if (receiver) await this.#ask(person, receiver, round);
  }

  async #ask(person: Person, receiver: Person, round: number) {
    const account = receiver.account ?? "";
    const words = `${this.questions.length}番目の質問です。${this.#drawNumber(6) === 0 ? ownWord : ""}`;
    // Of six questions, one is a sticker and one has choices.
    const kind = this.#drawNumber(6);
    const body =
      kind === 0
        ? { account, stamp_id: ["eat", "sleep"][round % 2] ?? "eat" }
        : {
            account,
            body: words,
            ...(kind === 1 && { options: ["はい、ぜひとも", "いいえ、けっこう"] }),
          };
    const reply = await this.#send(person, postQuestion, { body });
    if (reply.status !== 201) throw new Error(`asking failed: ${reply.text}`);
    // The database stores openly that a question was sent to oneself, so its sender is no secret.
    if (person !== receiver)
      await this.#recordQuestion(person, account, reply.data.uuid_hash, false);
  }

  async #recordQuestion(person: Person, account: string, uuid_hash: string, is_baton: boolean) {
    const receiver_pk = await this.#findPk(account);
    const { name: sender, identifyingTokens } = person;
    this.questions.push({ uuid_hash, receiver_pk, sender, identifyingTokens, is_baton });
  }

  async #findPk(account: string): Promise<number> {
    const { rows } = await this.#site.services.database.executeSql(
      "select pk from users where account = $1",
      [account],
    );
    return Number((rows[0] as { pk: number }).pk);
  }

  /** Lists a person's received questions of one status that are not answered. */
  async #listUnanswered(person: Person, status: string) {
    const { rows } = await this.#site.services.database.executeSql(
      `select q.uuid_hash, q.options from questions q join users u on u.pk = q.receiver_pk
       where u.account = $1 and q.status = $2 and not q.is_answered and not q.is_self
         and not q.is_welcome
       order by q.pk`,
      [person.account, status],
    );
    return rows as { uuid_hash: string; options: string[] | null }[];
  }

  /** Lets accounts block, report, bin and delete some received questions, block some accounts, and answer. */
  async #handleReceivedQuestions() {
    for (const [index, person] of this.#members.entries()) {
      const [first, second, third] = await this.#listUnanswered(person, "unread");
      if (first && index % 3 === 0)
        await this.#sendSuccessfully(person, postBlock, { body: { question_id: first.uuid_hash } });
      if (second && index % 4 === 1) await this.#report(person, second.uuid_hash, index);
      if (third && index % 4 === 2) await this.#moveToBin(person, third.uuid_hash, index % 8 === 2);
      if (index % 10 === 0) await this.#deleteHeld(person);
      if (index % 3 === 1) {
        const account = this.#members[(index + 7) % accountCount]?.account ?? "";
        await this.#sendSuccessfully(person, postBlock, { body: { account } });
      }
    }
    await this.#answerSome(2);
  }

  #report(person: Person, item_id: string, index: number) {
    const mode = (["unit", "multiple", "multipleWithBlock"] as const)[index % 3] ?? "unit";
    return this.#sendSuccessfully(person, postReport, { body: { item_id, mode } });
  }

  async #moveToBin(person: Person, id: string, isDeleted: boolean) {
    await this.#sendSuccessfully(person, changeQuestion, {
      params: { id },
      body: { status: "hidden" },
    });
    if (isDeleted) await this.#sendSuccessfully(person, deleteBinnedQuestion, { params: { id } });
  }

  async #deleteHeld(person: Person) {
    const [held] = await this.#listUnanswered(person, "held");
    if (held)
      await this.#sendSuccessfully(person, deleteHeldQuestion, { params: { id: held.uuid_hash } });
  }

  /** Lets everybody answer every n-th of their unread questions. */
  async #answerSome(nth: number) {
    for (const person of this.#members) {
      for (const [index, { uuid_hash, options }] of (
        await this.#listUnanswered(person, "unread")
      ).entries()) {
        if (index % nth !== 0) continue;
        const text = answerTexts[index % answerTexts.length] ?? "";
        const body = { text, ...(options && { chosen_option: 0 }) };
        const reply = await this.#send(person, postAnswer, {
          params: { question_id: uuid_hash },
          body,
        });
        // Answering a question with a stamp may have answered others with the same stamp.
        if (reply.status !== 201 && reply.error?.code !== "already_answered")
          throw new Error(`answering failed: ${reply.text}`);
      }
    }
  }

  async #likeAnswers() {
    const { rows } = await this.#site.services.database.executeSql(
      "select id from answers order by pk",
    );
    const ids = (rows as { id: string }[]).map(({ id }) => id);
    for (const person of this.people) {
      for (let index = 0; index < 3; index++) {
        const answer_id = ids[this.#drawNumber(ids.length)] ?? "";
        await this.#send(person, toggleLike, { body: { answer_id } });
      }
      // People mostly like the answers to their own questions.
      const answer = (await this.#send(person, listSendQuestions, {})).data.answers[0];
      if (answer && !answer.has_been_liked_by_current_user)
        await this.#sendSuccessfully(person, toggleLike, { body: { answer_id: answer.id } });
    }
  }

  async #passBatonsOn() {
    const { executeSql } = this.#site.services.database;
    for (const [index, person] of this.#members.entries()) {
      if (index % 3 !== 0) continue;
      const { rows } = await executeSql(
        `select q.uuid_hash from answers a join questions q on q.pk = a.question_pk
         join users u on u.pk = a.answerer_pk where u.account = $1 and not q.is_self
           and not q.is_welcome order by a.pk`,
        [person.account],
      );
      const [question] = rows as { uuid_hash: string }[];
      const friends = [1, 2, 3].map(
        (step) => this.#members[(index + step) % accountCount]?.account ?? "",
      );
      if (!question) continue;
      await this.#sendSuccessfully(person, postBaton, {
        params: { id: question.uuid_hash },
        body: { accounts: friends },
      });
      const { secrets } = this.#site.services;
      for (const account of friends) {
        const { rows: pks } = await executeSql("select pk from users where account = $1", [
          account,
        ]);
        const { pk } = pks[0] as { pk: number };
        const passed = secrets.derivePublicId(`baton:${question.uuid_hash}`, String(pk));
        await this.#recordQuestion(person, account, passed, true);
      }
    }
  }

  async #signVisitorsIn() {
    const visitors = this.people.filter(({ account }) => account === undefined);
    for (const person of visitors.slice(0, 8)) {
      await this.#register(person, person.name.replace("visitor ", "former_visitor_"));
    }
    for (const [index, person] of visitors.slice(8, 11).entries()) {
      const owner = this.people[index * 4];
      if (!owner?.account) continue;
      await this.#sendSuccessfully(person, login, { body: { account: owner.account, password } });
      // From now on, the visitor's browser and the account's browser belong to one person.
      for (const token of owner.identifyingTokens) person.identifyingTokens.add(token);
      for (const token of person.identifyingTokens) owner.identifyingTokens.add(token);
      for (const question of this.questions) {
        if (question.sender === person.name) question.sender = owner.name;
      }
      person.name = owner.name;
      person.identifyingTokens = owner.identifyingTokens;
      person.account = owner.account;
    }
  }

  /** Lets accounts that are blocked by name ask those who blocked them. */
  async #askBlockers() {
    for (const [index, person] of this.#members.slice(0, accountCount).entries()) {
      const blocked = this.#members[(index + 7) % accountCount];
      if (index % 3 === 1 && blocked) await this.#ask(blocked, person, index);
    }
  }

  async #withdrawQuestions() {
    for (const person of this.people.filter((_, index) => index % 6 === 0)) {
      const isOwn = (question: AskedQuestion) => question.sender === person.name;
      const sent = this.questions.filter((question) => isOwn(question) && !question.is_baton);
      for (const { uuid_hash: id } of sent.slice(-2, -1))
        await this.#send(person, withdrawQuestion, { params: { id } });
    }
  }

  async #talk() {
    const { executeSql } = this.#site.services.database;
    await executeSql(
      "update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true",
    );
    // Without the second browsers of some of them.
    const members = this.people.slice(0, accountCount);
    await simulateTalks({
      members,
      send: async (person, endpoint, input) => {
        const reply = await this.#send(person, endpoint, input);
        // Some receivers block the starter because of a question or another talk: they refuse, or don't have the talk.
        const { code } = reply.error ?? {};
        if (reply.status < 400 || code === "talk_refused" || code === "not_found") return reply;
        throw new Error(`${endpoint.name} of ${person.name}: ${reply.status} ${reply.text}`);
      },
      recordStarter: async (starter, receiver, uuid) => {
        const receiver_pk = await this.#findPk(receiver.account ?? "");
        const { name: sender, identifyingTokens } = starter;
        this.talks.push({
          uuid_hash: uuid,
          receiver_pk,
          sender,
          identifyingTokens,
          is_baton: false,
        });
      },
    });
  }

  /** Some people open their lists, so that what they see there counts as seen. */
  async #openLists() {
    for (const [index, person] of this.people.entries()) {
      if (index % 4 === 0) await this.#sendSuccessfully(person, readSendItems, {});
      if (index % 5 === 0 && person.account) {
        await this.#sendSuccessfully(person, listNotices, {});
        await this.#sendSuccessfully(person, confirmNotices, {});
      }
    }
  }
}

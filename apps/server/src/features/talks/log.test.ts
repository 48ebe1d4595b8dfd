import { login } from "@toibako/contract/accounts.ts";
import type { Endpoint, Input } from "@toibako/contract/endpoint.ts";
import { leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { type Message, readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import { deleteBlock, listBlocks } from "@toibako/contract/moderation.ts";
import {
  getTalk,
  postTalkReport,
  removeTalk,
  showStarter,
  updateTalk,
} from "@toibako/contract/talks.ts";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls, type Person } from "#platform/testing/talks.ts";

vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const site = await openSite();
const { createTalk, post, read } = createTalkCalls(site);
const now = Date.now();
const runs = countPropertyRuns(4);

const sides = ["starter", "receiver"] as const;
type Side = (typeof sides)[number];

/** What a client has of a talk: its messages, and the numbers of its last reading. */
type Known = Awaited<ReturnType<typeof read>>;

const kinds = [
  "post",
  "post again",
  "take back",
  "read",
  "show",
  "mute",
  "end",
  "block",
  "unblock",
  "remove",
  "leave and come back",
] as const;

interface Step {
  kind: (typeof kinds)[number];
  side: Side;
  /** Chooses one of the messages, or whether something is switched on. */
  choice: number;
  /** The clock of the process that serves the step: minutes by which it goes before or after. */
  clock: number;
}

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant("post" as const) },
    { weight: 3, arbitrary: fc.constantFrom("take back" as const, "read" as const) },
    { weight: 3, arbitrary: fc.constantFrom(...kinds) },
  ),
  side: fc.constantFrom(...sides),
  choice: fc.nat(20),
  clock: fc.oneof(fc.constant(0), fc.integer({ min: -90, max: 90 })),
});

/** The reply to a call that needs a message or a block when there is none. */
const missing = { status: 404 };

/** A talk, and what both sides have known of it after each step. */
class Model {
  readonly #people: Record<Side, Person>;
  readonly #uuid: string;
  readonly #posted: { side: Side; key: string; body: string; number: number }[] = [];
  readonly #known: Record<Side, Known[]> = { starter: [], receiver: [] };
  readonly #removedNumber: Record<Side, number> = { starter: 0, receiver: 0 };

  constructor({ uuid, ...people }: Record<Side, Person> & { uuid: string }) {
    this.#uuid = uuid;
    this.#people = people;
  }

  async takeStep(step: Step): Promise<void> {
    vi.setSystemTime(now + step.clock * 60_000);
    const status = await this.#act(step);
    vi.setSystemTime(now);
    // Refused calls change nothing.
    expect([step.kind, status]).toEqual([step.kind, expect.toSatisfy(isExpected)]);
    for (const side of sides) this.#known[side].push(await read(this.#people[side], this.#uuid));
  }

  async #act({ kind, side, choice }: Step): Promise<number> {
    const person = this.#people[side];
    const { browser } = person;
    const uuid = this.#uuid;
    const params = { uuid };
    const message = this.#posted[choice % Math.max(1, this.#posted.length)];
    const isOn = choice % 2 === 0;
    const acts: Record<Step["kind"], () => Promise<{ status: number }>> = {
      post: () => this.#post(side),
      "post again": async () =>
        message ? post(this.#people[message.side], uuid, message.body, message.key) : missing,
      "take back": async () =>
        message ? browser.send(takeBackMessage, { params: { uuid, key: message.key } }) : missing,
      read: () => browser.send(readAllMessages, { params }),
      show: () => browser.send(showStarter, { params }),
      mute: () => browser.send(updateTalk, { params, body: { is_muted: isOn } }),
      end: () => browser.send(updateTalk, { params, body: { is_ended: isOn } }),
      block: () => this.#remove(side, postTalkReport, { body: { uuid, mode: "block" } }),
      unblock: () => this.#unblock(person),
      remove: () => this.#remove(side, removeTalk, { params }),
      "leave and come back": () => this.#leave(person, side),
    };
    return (await acts[kind]()).status;
  }

  async #remove<E extends Endpoint>(side: Side, endpoint: E, input: Input<E>) {
    this.#removedNumber[side] = this.#posted.at(-1)?.number ?? 0;
    return this.#people[side].browser.send(endpoint, input);
  }

  async #post(side: Side) {
    const [key, body] = [createMessageKey(), `message ${this.#posted.length}`];
    const reply = await post(this.#people[side], this.#uuid, body, key);
    const { status, data } = reply;
    if (status === 201) this.#posted.push({ side, key, body, number: data.message.number });
    return reply;
  }

  async #unblock({ browser }: Person) {
    const [block] = (await browser.send(listBlocks, {})).data.blocks;
    return block ? browser.send(deleteBlock, { params: { id: block.id } }) : missing;
  }

  /** Meanwhile, the partner reads and tries to post. */
  async #leave(person: Person, side: Side) {
    // The clock may have made the identity confirmation of the last sign-in too old.
    await this.#signIn(person);
    expect((await person.browser.send(leaveAccount, {})).status).toBe(204);
    const partner = side === "starter" ? "receiver" : "starter";
    const posted = await this.#post(partner);
    await this.#people[partner].browser.send(readAllMessages, { params: { uuid: this.#uuid } });
    await this.#signIn(person);
    expect((await person.browser.send(restoreLeftAccount, {})).status).toBe(204);
    return posted;
  }

  async #signIn(person: Person) {
    person.browser = site.openBrowser();
    await person.browser.send(login, { body: { account: person.account, password } });
  }

  /** Compares what each side has known at any time, with the changes since, with what they read now. */
  async check(): Promise<void> {
    for (const side of sides) {
      const fresh = await read(this.#people[side], this.#uuid);
      expect(fresh.has_more).toBe(false);
      const messages = this.#describe(side, fresh.messages, fresh);
      // What the client reckons from the marks is what the server says.
      expect(messages).toEqual(merge(fresh.messages, []));
      for (const known of this.#known[side]) {
        expect(known.state.last_change).toBeLessThanOrEqual(fresh.state.last_change);
        const changed = await read(this.#people[side], this.#uuid, {
          after: String(known.state.last_change),
        });
        expect(changed.state).toEqual(fresh.state);
        const merged = merge(known.messages, changed.messages);
        expect(this.#describe(side, merged, changed)).toEqual(messages);
      }
      const { data } = await this.#people[side].browser.send(getTalk, {
        params: { uuid: this.#uuid },
      });
      const unread = messages.filter(({ me, is_read, body }) => !me && !is_read && body !== "");
      expect(data.talk.unread_count).toBe(Math.min(11, unread.length));
    }
  }

  /** The messages that a side hasn't removed, as a client shows them: what is read follows from the marks. */
  #describe(side: Side, messages: readonly Message[], { state }: Known): Message[] {
    const { own_read_number, partner_read_number } = state;
    return merge(messages, [])
      .filter(({ number }) => number > this.#removedNumber[side])
      .map((message) => ({
        ...message,
        is_read: message.number <= (message.me ? partner_read_number : own_read_number),
      }));
  }
}

const isExpected = (status: number) => status < 300 || [403, 404, 409].includes(status);

/** Applies changes to messages that a client has, as a client does. */
function merge(known: readonly Message[], changed: readonly Message[]): Message[] {
  const byKey = new Map([...known, ...changed].map((message) => [message.key, message]));
  return [...byKey.values()].sort((a, b) => a.number - b.number);
}

test(
  "TALK-11 TALK-33 whatever both do: what a side has known at any time, with the changes since, is what it reads now",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 14 }), async (steps) => {
        const talk = await createTalk();
        const model = new Model(talk);
        await model.takeStep({ kind: "post", side: "starter", choice: 0, clock: 0 });
        for (const step of steps) await model.takeStep(step);
        await model.check();
      }),
      { numRuns: runs },
    );
  },
  runs * 15_000,
);

import { readFileSync } from "node:fs";
import {
  getFriendImport,
  listFollowersOnX,
  startFriendImport,
} from "@toibako/contract/friends/import.ts";
import { isHandle } from "@toibako/contract/handles.ts";
import { locales } from "@toibako/contract/locales.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import { checkText, countCharacters, normalizeText, textLimits } from "@toibako/contract/text.ts";
import { describe, expect, test } from "vitest";
import { openProviderSite } from "#platform/testing/providers.ts";
import { openSite } from "#platform/testing/site.ts";
import { type DemoQuestion, demoPassword, storeDemoData } from "./commands.ts";
import followersWithoutAccount from "./followers.json" with { type: "json" };
import people from "./people.json" with { type: "json" };
import { peopleOnX } from "./people-on-x.ts";

type Question = DemoQuestion & { body: string; likes: number };

function readQuestions(name: string): Question[] {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8"));
}

const localeByAccount = new Map(people.map((person) => [person.account, person.locale]));
const questionsByLocale = locales.map((locale) => ({ locale, questions: readQuestions(locale) }));
const questions = questionsByLocale.flatMap(({ questions }) => questions);

function countByStatus(questions: Question[]) {
  return {
    answered: questions.filter((question) => question.answer !== undefined).length,
    unread: questions.filter((question) => question.status === "unread").length,
    hidden: questions.filter((question) => question.status === "hidden").length,
  };
}

describe("demo accounts", () => {
  test("are thirty and have all languages", () => {
    const counts = locales.map(
      (locale) => people.filter((person) => person.locale === locale).length,
    );
    expect(Object.fromEntries(locales.map((locale, index) => [locale, counts[index]]))).toEqual({
      ja: 12,
      en: 5,
      "zh-CN": 3,
      "zh-TW": 3,
      ko: 3,
      dt: 2,
      th: 2,
    });
  });

  test("have unique handles that can be registered", () => {
    for (const { account } of people) {
      expect(isHandle(account), account).toBe(true);
      expect(isReservedHandle(account), account).toBe(false);
    }
    expect(new Set(people.map(({ account }) => account.toLowerCase())).size).toBe(people.length);
  });

  test("have names and introductions within the limits", () => {
    for (const { displaying_name, self_introduction } of people) {
      expect(checkText(displaying_name, textLimits.displaying_name), displaying_name).toBe(
        undefined,
      );
      expect(checkText(self_introduction, textLimits.self_introduction), displaying_name).toBe(
        undefined,
      );
    }
  });
});

describe("demo questions", () => {
  test("are six hundred: most of them answered, some unread, a few in the bin", () => {
    expect(
      Object.fromEntries(
        questionsByLocale.map(({ locale, questions }) => [locale, questions.length]),
      ),
    ).toEqual({
      ja: 260,
      en: 90,
      "zh-CN": 60,
      "zh-TW": 60,
      ko: 60,
      dt: 35,
      th: 35,
    });
    expect(countByStatus(questions)).toEqual({ answered: 430, unread: 150, hidden: 20 });
  });

  test("include 40 questions to yui_cafe", () => {
    const received = questions.filter(({ account }) => account === "yui_cafe");
    expect(countByStatus(received)).toEqual({ answered: 30, unread: 8, hidden: 2 });
  });

  test.each(questionsByLocale)(
    "in $locale are sent to accounts with this language",
    ({ locale, questions }) => {
      for (const { account, body } of questions)
        expect(localeByAccount.get(account), body).toBe(locale);
    },
  );

  test("and their answers are unique", () => {
    const bodies = questions.map(({ body }) => body);
    const answers = questions.flatMap(({ answer }) => answer ?? []);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(new Set(answers).size).toBe(answers.length);
  });

  test("and their answers are valid and already normalised", () => {
    const texts = questions.flatMap(({ body, answer }) =>
      answer === undefined ? [body] : [body, answer],
    );
    for (const text of texts) {
      expect(checkText(text, textLimits.question), text).toBe(undefined);
      expect(normalizeText(text)).toBe(text);
    }
  });

  test("have either an answer or a status, and likes only with an answer", () => {
    for (const { body, answer, status, likes } of questions) {
      expect(answer === undefined, body).toBe(status !== undefined);
      expect(Number.isInteger(likes) && likes >= 0, body).toBe(true);
      if (status) expect(likes, body).toBe(0);
    }
  });

  test("were asked in the past, and those in the bin less than thirty days ago", () => {
    for (const { body, days_ago, status } of questions) {
      expect(days_ago, body).toBeGreaterThan(0);
      expect(days_ago, body).toBeLessThan(status === "hidden" ? 30 : 120);
    }
  });

  test("include some of less than five characters, and many that the inbox shortens", () => {
    const lengths = questions.map(({ body }) => countCharacters(body));
    expect(Math.min(...lengths)).toBeLessThan(5);
    expect(lengths.filter((length) => length > textLimits.inbox_preview).length).toBeGreaterThan(
      15,
    );
  });
});

test("storeDemoData stores questions of every type, held questions and notices in an empty database, and changes nothing if there are accounts", async () => {
  const site = await openSite();
  await storeDemoData(site.services);
  const count = async () => {
    const { rows } = await site.services.database.executeSql(
      "select type, status, count(*)::int as count from questions group by 1, 2",
    );
    return rows as { type: string; status: string; count: number }[];
  };
  const filled = await count();
  expect(new Set(filled.map(({ type }) => type))).toEqual(new Set(["text", "stamp", "choose"]));
  expect(filled.find(({ status }) => status === "held")?.count).toBeGreaterThan(0);
  await site.services.jobs.drain();
  const yui = await site.signInAgain("yui_cafe", "ja", demoPassword);
  const { notices } = (await yui.send(listNotices, {})).data;
  const kinds = new Set(notices.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(["new_follower", "new_question"]));
  await storeDemoData(site.services);
  expect(await count()).toEqual(filled);
});

test("FRND-16 storeDemoData gives each account followers on X with and without an account here, in its language", async () => {
  const site = await openSite();
  await storeDemoData(site.services);
  // One account each that has ja, en, dt, th and zh-TW as its language.
  for (const account of [
    "yui_cafe",
    "theo_runs_slow",
    "lena_cello",
    "ploy_khaosoi",
    "peipei_bantang",
  ]) {
    const person = await site.signInAgain(account, "ja", demoPassword);
    const list = async (tab: "completed" | "pending") =>
      (await person.send(listFollowersOnX, { query: { tab } })).data.followers;
    const completed = await list("completed");
    expect(completed.length, account).toBeGreaterThan(0);
    const locale = localeByAccount.get(account);
    for (const { associated_toibako_account } of completed) {
      const handle = associated_toibako_account?.toibako_id ?? "";
      expect(localeByAccount.get(handle), handle).toBe(locale);
    }
    const names = followersWithoutAccount
      .filter((follower) => follower.locale === locale)
      .map(({ name }) => name);
    const pending = await list("pending");
    expect(pending.length, account).toBeGreaterThan(2);
    for (const { displaying_name } of pending) expect(names).toContain(displaying_name);
  }
});

test("FRND-14 a demo account can import its followers on X from the sandbox again, and gets the same ones", async () => {
  const site = await openProviderSite({}, { otherPeople: peopleOnX });
  await storeDemoData(site.services);
  const yui = await site.signInAgain("yui_cafe", "ja", demoPassword);
  const listSubjects = async () => {
    const { rows } = await site.services.database.executeSql(`
      select subject from imported_followers follower join users u on u.pk = follower.user_pk
      where account = 'yui_cafe' order by subject`);
    return rows;
  };
  const before = await listSubjects();
  expect(before.length).toBeGreaterThan(10);
  expect((await yui.send(startFriendImport, {})).status).toBe(202);
  await site.services.jobs.drain();
  expect((await yui.send(getFriendImport, {})).data).toMatchObject({
    status: "done",
    progress: before.length,
    total: before.length,
  });
  expect(await listSubjects()).toEqual(before);
});

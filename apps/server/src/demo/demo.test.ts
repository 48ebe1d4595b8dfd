import { readFileSync } from "node:fs";
import { handlePattern, isReservedHandle } from "@toibako/contract/handles.ts";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { checkPost, countCharacters, normalizeText, textLimits } from "@toibako/contract/text.ts";
import { describe, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { populate } from "./commands.ts";

interface Person {
  account: string;
  displaying_name: string;
  self_introduction: string;
  locale: Locale;
  likes_weight: number;
}

interface Question {
  account: string;
  body: string;
  answer?: string;
  days_ago: number;
  likes: number;
  status?: "unread" | "hidden";
}

function read<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8"));
}

const people = read<Person>("people");
const locale_of = new Map(people.map((person) => [person.account, person.locale]));
const boxes = locales.map((locale) => ({ locale, questions: read<Question>(locale) }));
const questions = boxes.flatMap((box) => box.questions);

function counts(of: Question[]) {
  return {
    answered: of.filter((question) => question.answer !== undefined).length,
    unread: of.filter((question) => question.status === "unread").length,
    hidden: of.filter((question) => question.status === "hidden").length,
  };
}

describe("the people of the demo", () => {
  test("are thirty, in every language", () => {
    const speakers = locales.map((locale) => people.filter((p) => p.locale === locale).length);
    expect(Object.fromEntries(locales.map((locale, i) => [locale, speakers[i]]))).toEqual({
      ja: 12,
      en: 5,
      "zh-CN": 3,
      "zh-TW": 3,
      ko: 3,
      dt: 2,
      th: 2,
    });
  });

  test("have handles that anyone could register, each only once", () => {
    for (const { account } of people) {
      expect(account).toMatch(new RegExp(handlePattern));
      expect(isReservedHandle(account), account).toBe(false);
    }
    expect(new Set(people.map(({ account }) => account.toLowerCase())).size).toBe(people.length);
  });

  test("have names and introductions within the limits", () => {
    for (const { displaying_name, self_introduction, likes_weight } of people) {
      expect(checkPost(displaying_name, textLimits.displaying_name), displaying_name).toBe(
        undefined,
      );
      expect(checkPost(self_introduction, textLimits.self_introduction), displaying_name).toBe(
        undefined,
      );
      expect(likes_weight).toBeGreaterThan(0);
    }
  });
});

describe("the questions of the demo", () => {
  test("are six hundred: most answered, some unread, a few in the bin", () => {
    expect(Object.fromEntries(boxes.map((box) => [box.locale, box.questions.length]))).toEqual({
      ja: 260,
      en: 90,
      "zh-CN": 60,
      "zh-TW": 60,
      ko: 60,
      dt: 35,
      th: 35,
    });
    expect(counts(questions)).toEqual({ answered: 430, unread: 150, hidden: 20 });
  });

  test("fill yui_cafe's box as the showcase", () => {
    const hers = questions.filter(({ account }) => account === "yui_cafe");
    expect(counts(hers)).toEqual({ answered: 30, unread: 8, hidden: 2 });
  });

  test.each(boxes)("in $locale go to people who speak it", ({ locale, questions }) => {
    for (const { account, body } of questions) expect(locale_of.get(account), body).toBe(locale);
  });

  test("and their answers are all different", () => {
    const bodies = questions.map(({ body }) => body);
    const answers = questions.flatMap(({ answer }) => answer ?? []);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(new Set(answers).size).toBe(answers.length);
  });

  test("and their answers are stored just as a person would have typed them", () => {
    for (const text of questions.flatMap(({ body, answer }) => [body, answer ?? []].flat())) {
      expect(checkPost(text), text).toBe(undefined);
      expect(normalizeText(text)).toBe(text);
    }
  });

  test("are either answered or waiting, and only answers are liked", () => {
    for (const { body, answer, status, likes } of questions) {
      expect(answer === undefined, body).toBe(status !== undefined);
      expect(Number.isInteger(likes) && likes >= 0, body).toBe(true);
      if (status) expect(likes, body).toBe(0);
    }
  });

  test("lie in the past, and in the bin for less than its thirty days", () => {
    for (const { body, days_ago, status } of questions) {
      expect(days_ago, body).toBeGreaterThan(0);
      expect(days_ago, body).toBeLessThan(status === "hidden" ? 30 : 120);
    }
  });

  test("are of very different length", () => {
    const lengths = questions.map(({ body }) => countCharacters(body));
    expect(Math.min(...lengths)).toBeLessThan(5);
    expect(lengths.filter((length) => length > textLimits.inbox_preview).length).toBeGreaterThan(
      15,
    );
  });
});

test("the demo fills an empty database with questions of every kind, and no other", async () => {
  const site = await openSite();
  await populate(site.services);
  const count = async () => {
    const { rows } = await site.services.database.executeSql(
      "select type, status, count(*)::int as n from questions group by 1, 2",
    );
    return rows as { type: string; status: string; n: number }[];
  };
  const filled = await count();
  expect(new Set(filled.map(({ type }) => type))).toEqual(new Set(["text", "stamp", "choose"]));
  expect(filled.find(({ status }) => status === "held")?.n).toBeGreaterThan(0);
  await site.services.jobs.drain();
  const { rows: told } = await site.services.database.executeSql(
    "select distinct kind from notices order by kind",
  );
  expect(told).toEqual([{ kind: "new_follower" }, { kind: "new_question" }]);
  await populate(site.services);
  expect(await count()).toEqual(filled);
});

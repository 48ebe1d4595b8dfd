import { setImmediate } from "node:timers/promises";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  type WordPreview,
  wordPreviewLimits,
} from "@toibako/contract/staff/contents/word-lists.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { findSiteRule } from "../filter.ts";
import type { Matcher } from "../matcher.ts";
import { prepareText } from "../normalize.ts";
import { buildMessageMatcher, loadWordLists, type WordLists } from "../words.ts";
import { getLists, readAddedLines } from "./site-lists.ts";
import type { WordListKey } from "./word-lists.ts";

const { days, texts, characters, shown } = wordPreviewLimits;

// Both statements read only what everybody can read. They find the newest rows by their primary keys, also if none is of the
// last days, and `sum` ends at the maximum of characters.
const selectQuestions = statement(
  "filters.selectPublicQuestions",
  `
  select found.body, found.locale, found.asked_hour
  from (
    select q.body, q.locale, newest.asked_hour, newest.random_order,
      sum(length(q.body)) over (order by newest.question_pk desc) as characters
    from (
      select question_pk, asked_hour, random_order from community_questions
      order by question_pk desc limit ${texts}
    ) newest
    join questions q on q.pk = newest.question_pk
    where newest.asked_hour >= now() - interval '${days} days' and q.status = 'shown'
  ) found
  where found.characters <= ${characters}
  order by found.asked_hour desc, found.random_order`,
);

const selectAnswers = statement(
  "filters.selectPublicAnswers",
  `
  select found.text, found.locale, found.answered_at
  from (
    select newest.text, q.locale, newest.answered_at,
      sum(length(newest.text)) over (order by newest.pk desc) as characters
    from (
      select pk, question_pk, answerer_pk, text, answered_at from answers order by pk desc limit ${texts}
    ) newest
    join questions q on q.pk = newest.question_pk
    join users u on u.pk = newest.answerer_pk
    where newest.answered_at >= now() - interval '${days} days' and q.status <> 'deleted' and u.left_at is null
  ) found
  where found.characters <= ${characters}
  order by found.answered_at desc`,
);

interface PublicText {
  kind: WordPreview["found"][number]["kind"];
  text: string;
  /** The language of the question. */
  locale: Locale;
  at: Date;
}

/** Lists the questions of communities and the answers of the last days, newest first. Nothing says who wrote them. */
async function listPublicTexts(db: Db): Promise<PublicText[]> {
  const [questions, answers] = await Promise.all([selectQuestions(db, {}), selectAnswers(db, {})]);
  const listed = [
    ...questions.map(
      ({ body, locale, asked_hour }): PublicText => ({
        kind: "community_question",
        text: body,
        locale,
        at: asked_hour,
      }),
    ),
    ...answers.map(
      ({ text, locale, answered_at }): PublicText => ({
        kind: "answer",
        text,
        locale,
        at: answered_at,
      }),
    ),
  ];
  return listed.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Compares a list with the typed lines and the present list on public texts of the last days. */
export async function previewLines(
  services: Pick<Services, "db" | "config">,
  key: WordListKey,
  lines: string,
): Promise<WordPreview> {
  const { isFoundNow, isFoundThen } = await buildTests(services, key, lines);
  const preview: WordPreview = { compared_count: 0, found_count: 0, found: [], lost_count: 0 };
  for (const { kind, text, locale } of await listPublicTexts(services.db)) {
    // Thousands of texts take a second, so other requests run in between.
    await setImmediate();
    const [now, then] = [isFoundNow(text, locale), isFoundThen(text, locale)];
    preview.compared_count += 1;
    if (now && !then) preview.lost_count += 1;
    if (now || !then) continue;
    preview.found_count += 1;
    if (preview.found.length < shown) preview.found.push({ kind, text });
  }
  return preview;
}

/** Whether a list finds a text; `locale` is the language of the question. */
type FindText = (text: string, locale: Locale) => boolean;

const testQuestions =
  (lists: WordLists): FindText =>
  (text, locale) =>
    findSiteRule(text, locale, lists) !== undefined;

const testMessages =
  (matcher: Matcher): FindText =>
  (text) =>
    matcher.find(prepareText(text)) !== undefined;

async function buildTests(
  services: Pick<Services, "db" | "config">,
  { list, locale }: WordListKey,
  lines: string,
) {
  const { questions, messages } = await getLists(services);
  const added = { ...(await readAddedLines(services.db))[list], [locale]: lines };
  const folder = services.config.ng_words_dir;
  return list === "questions"
    ? {
        isFoundNow: testQuestions(questions),
        isFoundThen: testQuestions(loadWordLists(folder, added, questions)),
      }
    : {
        isFoundNow: testMessages(messages),
        isFoundThen: testMessages(buildMessageMatcher(folder, added)),
      };
}

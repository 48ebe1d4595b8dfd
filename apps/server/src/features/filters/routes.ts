import {
  deleteHeldQuestion,
  deleteHeldQuestions,
  deleteNgWord,
  getCalmMode,
  listHeldQuestions,
  listNgWords,
  postNgWord,
  previewNgWord,
  putCalmMode,
  releaseHeldQuestion,
} from "@toibako/contract/filters.ts";
import { publishCounts } from "#platform/events/events.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createSinglePager, parsePageNumber } from "#platform/http/pager.ts";
import {
  addWord,
  dropAllQuestions,
  dropQuestion,
  releaseQuestion,
  removeWord,
  setCalmMode,
} from "./commands.ts";
import { findCalmMode } from "./queries/calm-mode.ts";
import { findHeldQuestions, listWords, previewWord } from "./queries.ts";

export const routes = [
  implement(listHeldQuestions, async ({ query, viewer, locale, services }) => ({
    body: await findHeldQuestions(services.db, viewer.user, parsePageNumber(query.page), locale),
  })),

  implement(releaseHeldQuestion, async ({ params, viewer, services }) => {
    await releaseQuestion(services.db, params.id, viewer.user.pk);
    publishCounts(services, viewer.identity);
    return {};
  }),

  implement(deleteHeldQuestion, async ({ params, viewer, services }) => {
    await dropQuestion(services.db, params.id, viewer.user.pk);
    publishCounts(services, viewer.identity);
    return {};
  }),

  implement(deleteHeldQuestions, async ({ viewer, services }) => {
    await dropAllQuestions(services.db, viewer.user.pk);
    publishCounts(services, viewer.identity);
    return {};
  }),

  implement(listNgWords, async ({ viewer, services }) => {
    const ng_words = await listWords(services.db, viewer.user.pk);
    return { body: { ng_words, pager: createSinglePager(ng_words.length) } };
  }),

  implement(postNgWord, async ({ body, viewer, services, createId }) => ({
    body: { ng_word: await addWord(services.db, createId(), viewer.user.pk, body.word) },
  })),

  implement(deleteNgWord, async ({ params, viewer, services }) => {
    await removeWord(services.db, params.id, viewer.user.pk);
    return {};
  }),

  implement(previewNgWord, async ({ query, viewer, services }) => ({
    body: await previewWord(services.db, viewer.user.pk, query.word),
  })),

  implement(getCalmMode, async ({ viewer, locale, services: { db, secrets } }) => ({
    body: { calm_mode: await findCalmMode(db, secrets, viewer.user, locale) },
  })),

  implement(putCalmMode, async ({ body, viewer, locale, services: { db, secrets } }) => {
    await setCalmMode(db, viewer.user.pk, body.duration);
    return { body: { calm_mode: await findCalmMode(db, secrets, viewer.user, locale) } };
  }),
];

import {
  deleteHeldQuestion,
  deleteNgWord,
  listHeldQuestions,
  listNgWords,
  postNgWord,
  previewNgWord,
  releaseHeldQuestion,
} from "@toibako/contract/filters.ts";
import { implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { pageNumber, pagerOf } from "#platform/pager.ts";
import { addWord, discardQuestion, releaseQuestion, removeWord } from "./commands.ts";
import { listHeld, listWords, previewWord } from "./queries.ts";

export const routes = [
  implement(listHeldQuestions, async ({ query, viewer, locale, services }) => ({
    body: await listHeld(services.db, viewer.user, pageNumber(query.page), locale),
  })),

  implement(releaseHeldQuestion, async ({ params, viewer, services }) => {
    await releaseQuestion(services.db, params.id, viewer.user.pk);
    publishCounts(services.bus, viewer.sender_key);
    return {};
  }),

  implement(deleteHeldQuestion, async ({ params, viewer, services }) => {
    await discardQuestion(services.db, params.id, viewer.user.pk);
    publishCounts(services.bus, viewer.sender_key);
    return {};
  }),

  implement(listNgWords, async ({ viewer, services }) => {
    const ng_words = await listWords(services.db, viewer.user.pk);
    const limit = Math.max(1, ng_words.length);
    return { body: { ng_words, pager: pagerOf(1, limit, ng_words.length) } };
  }),

  implement(postNgWord, async ({ body, viewer, services, new_id }) => ({
    body: { ng_word: await addWord(services.db, new_id(), viewer.user.pk, body.word) },
  })),

  implement(deleteNgWord, async ({ params, viewer, services }) => {
    await removeWord(services.db, params.id, viewer.user.pk);
    return {};
  }),

  implement(previewNgWord, async ({ query, viewer, services }) => ({
    body: await previewWord(services.db, viewer.user.pk, query.word),
  })),
];

import { getQuestion, listLatestAnswers, postQuestion } from "@toibako/contract/questions.ts";
import type { Route } from "#platform/http/endpoint.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { listLatestAnswers as readLatestAnswers } from "../answers/queries.ts";
import type { FilterSources } from "../filters/filter.ts";
import { askAccount } from "./commands/ask.ts";
import { findQuestion } from "./queries/question.ts";
import { findOwnSender } from "./queries/sender.ts";

/** `filter` contains the word lists and the classifier that receivers' filters use. */
export function routes(filter: FilterSources): Route[] {
  return [
    implement(postQuestion, async ({ body, viewer, locale, services, request, createId }) => {
      const { account, ...input } = body;
      const uuid_hash = createId();
      const address = request.ip;
      await askAccount(services, filter, { uuid_hash, account, input, sender: viewer, address });
      const location = viewer.user ? `/${locale}/me/home?tab=send` : `/${locale}/not_login_user`;
      return { body: { uuid_hash }, location };
    }),

    implement(getQuestion, async ({ params, query, viewer, locale, services }) => {
      const address = { uuid_hash: params.id, answer_id: query.answer_id };
      const { db, secrets } = services;
      const question =
        (await findQuestion(db, address, viewer, locale)) ??
        ((await findOwnSender(db, secrets, viewer, params.id)) &&
          (await findQuestion(db, address, viewer, locale, true)));
      if (!question) throw new Failure("not_found");
      return { body: { question } };
    }),

    implement(listLatestAnswers, async ({ params, query, viewer, locale, services }) => {
      const page = parsePageNumber(query.page);
      const address = { uuid_hash: params.uuid, answer_id: query.answer_id };
      const answers = await readLatestAnswers(services.db, address, page, viewer, locale);
      if (!answers) throw new Failure("not_found");
      return { body: answers };
    }),
  ];
}

import { putUser } from "@toibako/contract/settings.ts";
import { implement } from "#platform/http/endpoint.ts";
import { toCurrentUser } from "../accounts/queries.ts";
import { countUnreadAnswers } from "../outbox/queries/answers.ts";
import { saveSettings } from "./commands.ts";

export const routes = [
  implement(putUser, async ({ viewer, services, body }) => {
    const user = await saveSettings(services, viewer.user, body);
    const unread_answers_count = await countUnreadAnswers(services, viewer);
    return { body: { user: toCurrentUser(user, unread_answers_count) } };
  }),
];

import { putUser } from "@toibako/contract/settings.ts";
import { implement } from "#platform/endpoint.ts";
import { toCurrentUser } from "../accounts/queries.ts";
import { countUnreadAnswers } from "../outbox/queries.ts";
import { saveSettings } from "./commands.ts";
import { checkedSettings } from "./policy.ts";
import { findPagesOf } from "./queries.ts";

export const routes = [
  implement(putUser, async ({ viewer, services, body }) => {
    const settings = checkedSettings(body, viewer.user.account);
    const user = await saveSettings(services.db, viewer.user.pk, settings);
    const paths = await findPagesOf(services.db, user, settings);
    if (paths.length > 0) services.bus.publish("pages", { paths });
    const unread_answers_count = await countUnreadAnswers(services.db, viewer.sender_key);
    return { body: { user: toCurrentUser(user, unread_answers_count) } };
  }),
];

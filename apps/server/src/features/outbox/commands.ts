import { publishCounts } from "#platform/events/events.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  changeReadStates,
  deleteReadState,
  enqueueNoticesRewrite,
} from "../notices/commands/read-states.ts";
import { isAdopted } from "../questions/queries/sender-tags.ts";
import { countUnreadAnswers } from "./queries/answers.ts";

/** Marks all answers to a sender's questions as read. */
export async function markAnswersRead(services: Services, viewer: Viewer): Promise<void> {
  const { db, secrets } = services;
  if (!viewer.identity || (await countUnreadAnswers(services, viewer)) === 0) return;
  const identities = listOwnIdentities(viewer);
  await changeReadStates(db, secrets, identities, async (db, findState) => {
    for (const identity of identities) findState(identity).unread_answers = [];
    await enqueueNoticesRewrite(db, {});
  });
  publishCounts(services, viewer.identity);
}

/** Deletes the read state of a visitor, which lists their unread answers. */
export async function deleteUnreadAnswers(services: Services, viewer: Viewer): Promise<void> {
  const { db, secrets } = services;
  const { identity } = viewer;
  // The read state of an adopted visitor belongs to the account that adopted them.
  if (!identity || (await isAdopted(db, secrets, viewer))) return;
  await deleteReadState(db, secrets, identity);
}

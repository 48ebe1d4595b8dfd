import { publishCounts } from "#platform/events.ts";
import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import { expireNotices, type NewNotice, notify } from "./commands.ts";
import { findAnswered, findAsked, findFollowed, findLiked } from "./queries.ts";

/** What is told of what happened, and to whom; and nothing is kept longer than 90 days. */
export function noticeJobs({ db, bus, secrets }: Services): Job[] {
  const tell = async (notice: NewNotice) => {
    await notify(db, notice);
    publishCounts(bus, notice.owner_key);
  };

  return [
    {
      name: "tell_new_question",
      run: async ({ uuid_hash }) => {
        const subject = String(uuid_hash);
        const found = await findAsked(db, subject);
        if (!found) return;
        const owner_key = secrets.personKey(found.receiver_pk);
        const { asked_hour: happened_at } = found;
        await tell({ owner_key, kind: "new_question", subject, urn: `/q/${subject}`, happened_at });
      },
    },
    {
      name: "tell_new_answer",
      run: async ({ uuid_hash }) => {
        const subject = String(uuid_hash);
        const found = await findAnswered(db, subject);
        if (!found) return;
        const { sender_key: owner_key, name } = found;
        await tell({ owner_key, kind: "new_answer", subject, name, urn: `/q/${subject}` });
      },
    },
    {
      name: "tell_new_like",
      run: async ({ answer_pk }) => {
        const found = await findLiked(db, Number(answer_pk));
        if (!found) return;
        const { id: subject, likes_count: count, uuid_hash, answerer_pk } = found;
        const owner_key = secrets.personKey(answerer_pk);
        await tell({ owner_key, kind: "new_answer_like", subject, count, urn: `/q/${uuid_hash}` });
      },
    },
    {
      name: "tell_new_follower",
      run: async ({ follower_pk, followed_pk }) => {
        const found = await findFollowed(db, Number(follower_pk), Number(followed_pk));
        if (!found) return;
        const { id: subject, name, account } = found;
        const owner_key = secrets.personKey(Number(followed_pk));
        await tell({ owner_key, kind: "new_follower", subject, name, urn: `/${account}` });
      },
    },
    { name: "expire_notices", cron: "41 18 * * *", run: () => expireNotices(db) },
  ];
}

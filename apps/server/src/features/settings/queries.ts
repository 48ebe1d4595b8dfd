import type { Settings } from "@toibako/contract/settings.ts";
import { type Db, statement } from "#platform/db.ts";
import type { SessionUser } from "#platform/viewer.ts";

const answeredByUser = statement<{ uuid_hash: string }>(`
  select q.uuid_hash from answers a join questions q on q.pk = a.question_pk
  where a.answerer_pk = $1 order by a.pk desc limit 200`);

/**
 * The kept pages that show what these settings changed, by their paths without the locale. Of a very
 * long list of answers the newest; the others are rendered anew within the half minute that pages last.
 */
export async function findPagesOf(
  db: Db,
  { pk, account }: SessionUser,
  { displaying_name, self_introduction, card_theme }: Settings,
): Promise<string[]> {
  if (displaying_name === undefined && card_theme === undefined) {
    return self_introduction === undefined ? [] : [`/${account}`];
  }
  const answered = await answeredByUser(db, pk);
  return [`/${account}`, ...answered.map(({ uuid_hash }) => `/q/${uuid_hash}`)];
}

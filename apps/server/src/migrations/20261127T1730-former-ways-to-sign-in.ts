import type { Db } from "#platform/database/db.ts";

export async function up(db: Db): Promise<void> {
  // `former_ways`: marks of the ways to sign in that the account had before the change of its address, in a link that
  // confirms the new address or undoes the change. `change_number`: the order of the changes of one account, in a link
  // that undoes one. `network_tag`: a keyed hash of the network that has requested a link again and its address, so that
  // a network has a maximum of its own.
  await db.query(`
    alter table mail_links
      add column former_ways text[],
      add column change_number integer,
      add column network_tag bytea`);
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Finds the accounts whose name is exactly the searched text, even if many names begin with it. The search
  // text is a line feed, the handle, a line feed and the name, so the name is its third part. It is a hash
  // index, because a name can be longer than the entries of other indexes may be.
  await sql`
    create index user_names_exact on user_names using hash (split_part(search_text, e'\\n', 3))
  `.execute(db);
}

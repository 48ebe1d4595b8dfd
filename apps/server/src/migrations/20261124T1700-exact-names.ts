import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Finds the accounts with exactly one name, however many names begin with it. A hash, because names have no maximum
  // length in bytes, but the entries of other indexes have.
  await sql`
    create index user_names_exact on user_names using hash (split_part(search_text, e'\\n', 3))
  `.execute(db);
}

import type { Input } from "@toibako/contract/endpoint.ts";
import type { EditedWordList, saveWordList } from "@toibako/contract/staff/contents/word-lists.ts";
import { auditSql } from "#platform/database/audit.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { expireLists } from "../queries/site-lists.ts";
import { findWordList, requireLines, requireListKey } from "../queries/word-lists.ts";

const upsert = statement(
  "filters.saveWordList",
  `
  with ${saveSql({ table: "word_lists", keys: ["list", "locale"], columns: ["lines"] })}, ${auditSql(
    "word_list.save",
    "saved",
    {
      actor_pk: ":user_pk",
      object: "'word list ' || list || ' ' || locale",
      reason: "''",
    },
  )}
  select list from saved`,
);

/** Saves what staff add to a list. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveLines(
  services: Pick<Services, "db" | "config">,
  user_pk: number,
  address: { list: string; locale: string },
  { version, lines: typed }: Input<typeof saveWordList>["body"],
): Promise<EditedWordList> {
  const key = requireListKey(address);
  const lines = requireLines(typed);
  const saved = await upsert(services.db, { ...key, user_pk, version, lines });
  expireLists(services);
  return requireSaved(saved, await findWordList(services, key), version, { lines });
}

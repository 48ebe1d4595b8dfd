import type { Input } from "@toibako/contract/endpoint.ts";
import type { ReplaceableText } from "@toibako/contract/help.ts";
import {
  type EditedPage,
  pageTextLimit,
  type savePage,
} from "@toibako/contract/staff/contents/pages.ts";
import { auditSql } from "#platform/database/audit.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { findEditedPage, findSlug } from "../queries/pages.ts";

// The audit row names the languages whose text was changed.
const upsert = statement(
  "help.savePage",
  `
  with before as (
    select texts from site_pages where slug = :slug
  ), ${saveSql({ table: "site_pages", keys: ["slug"], columns: ["texts"] })}, ${auditSql(
    "page.save",
    "saved",
    {
      actor_pk: ":user_pk",
      object: "'page ' || slug",
      reason: `coalesce((
      select string_agg(key, ', ' order by key) from jsonb_each_text(saved.texts)
      where value <> coalesce((select texts from before) ->> key, '')
    ), '')`,
    },
  )}
  select slug from saved`,
);

/** The paths of texts that aren't at `/fxp/{slug}`, without the locale. */
const otherPaths: Partial<Record<ReplaceableText, string>> = { faq: "/hp", guide: "/guide" };

/** Saves the texts of a page. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function savePageTexts(
  services: Pick<Services, "db" | "bus" | "config">,
  user_pk: number,
  typedSlug: string,
  { version, texts: typed }: Input<typeof savePage>["body"],
): Promise<EditedPage> {
  const slug = findSlug(typedSlug);
  if (!slug) throw new Failure("not_found");
  const { texts } = requireTexts({ texts: typed }, { texts: pageTextLimit }, { isOptional: true });
  const saved = await upsert(services.db, {
    slug,
    user_pk,
    version,
    texts: JSON.stringify(texts),
  });
  const page = requireSaved(saved, await findEditedPage(services, slug), version, { texts });
  services.bus.publish("pages", { paths: [otherPaths[slug] ?? `/fxp/${slug}`] });
  return page;
}

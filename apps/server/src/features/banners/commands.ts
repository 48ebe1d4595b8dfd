import type { Input } from "@toibako/contract/endpoint.ts";
import {
  bannerLimits,
  type EditedBanner,
  type saveBanner as saveBannerEndpoint,
} from "@toibako/contract/staff/contents/banners.ts";
import { auditSql } from "#platform/database/audit.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { requirePictures } from "../pictures/commands/content-pictures.ts";
import { videoShape } from "../pictures/commands/content-videos.ts";
import { findProblems, readTarget } from "./policy.ts";
import { findEdited } from "./queries.ts";

const upsert = statement(
  "banners.save",
  `
  with ${saveSql({
    table: "banners",
    keys: ["id"],
    columns: [
      ...["kind", "image_uri", "video_uri", "target_uri"],
      ...["modal_titles", "modal_descriptions", "alternative_texts"],
      ...["modal_background_color", "modal_text_color", "starts_at", "ends_at"],
      ...["locale", "audience", "priority", "is_shown"],
    ],
    nullableColumns: ["video_uri"],
  })}, ${auditSql("banner.save", "saved", {
    actor_pk: ":user_pk",
    object: "'banner ' || id",
    reason: "case when is_shown then 'shown' else 'hidden' end",
  })}
  select id from saved`,
);

/** Saves a banner. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveBanner(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  id: string,
  { version, ...body }: Input<typeof saveBannerEndpoint>["body"],
): Promise<EditedBanner> {
  const texts = requireTexts(body, bannerLimits, { isOptional: true });
  const problems = findProblems({ version, ...body, ...texts });
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
  await requirePictures(db, body, { image_uri: "site_banner", video_uri: videoShape });
  const starts_at = new Date(body.starts_at);
  const ends_at = new Date(body.ends_at);
  const content = { ...body, ...texts, target_uri: readTarget(body.target_uri) ?? "" };
  const saved = await upsert(db, {
    ...content,
    id,
    user_pk,
    version,
    starts_at,
    ends_at,
    modal_titles: JSON.stringify(texts.modal_titles),
    modal_descriptions: JSON.stringify(texts.modal_descriptions),
    alternative_texts: JSON.stringify(texts.alternative_texts),
  });
  const banner = requireSaved(saved, await findEdited(db, id), version, {
    ...content,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  });
  bus.publish("all_pages", {});
  return banner;
}

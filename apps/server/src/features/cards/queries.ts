import { hash } from "node:crypto";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { QuestionAddress } from "@toibako/contract/questions.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import {
  buildAnswerKeySql,
  communityColumns,
  communityJoin,
} from "../communities/queries/associated.ts";

// The branches of the last `case` decide who may see the card of: a question to an account; a daily question, which
// only its receiver sees; a question of a community without an answer; and a question of a community with the named
// answer.
const selectCard = statement(
  "cards.selectCard",
  `
  select q.body, q.locale, q.is_ad_default and coalesce(a.is_ad_default, true) as "is_ad_default!",
    case when q.community_pk is null then q.is_answered else q.receiver_pk is null end as "is_public!",
    q.status = 'deleted' as "is_deleted!",
    not q.is_answered and q.asked_hour >= date_trunc('hour', now()) as "is_recent!", q.is_welcome, q.stamp_id, q.options,
    a.text as answer_text, a.chosen_option, coalesce(q.receiver_pk, a.answerer_pk) as owner_pk,
    u.account, u.displaying_name, u.icon_url, u.card_theme, ${communityColumns}
  from questions q
  left join answers a on a.pk = ${buildAnswerKeySql("q")}
  left join users u on u.pk = coalesce(q.receiver_pk, a.answerer_pk) and u.left_at is null
  ${communityJoin}
  where q.uuid_hash = :uuid_hash
    and case
      when q.community_pk is null then u.pk is not null
        and (:viewer_pk?::bigint is null or q.is_answered or (q.receiver_pk = :viewer_pk?
          and q.status in ('unread', 'confirmed', 'hidden', 'held')))
      when q.receiver_pk is not null then q.receiver_pk = :viewer_pk?
        and q.status in ('unread', 'confirmed', 'hidden') and not exists (
          select from questions deleted where deleted.pk = q.original_pk and deleted.status = 'deleted'
        )
      when :answer_id? is null then q.status = 'shown' or :is_sender::boolean and q.status = 'held'
      else u.pk is not null and q.status in ('shown', 'deleted')
    end`,
);

export type CardRow = Row<"cards.selectCard">;

/**
 * Finds what the card of a question shows. Only its receiver, and jobs (null as the viewer), find an unanswered
 * question to an account. Everybody finds a question of a community, together with the answer `answer_id`; only
 * its sender finds a held one.
 */
export async function findCard(
  db: Db,
  { uuid_hash, answer_id }: QuestionAddress,
  viewer_pk: number | null,
  is_sender = false,
) {
  const parameters = { uuid_hash, answer_id: answer_id ?? null, viewer_pk, is_sender };
  return (await selectCard(db, parameters))[0];
}

const selectProfile = statement(
  "cards.selectProfile",
  `
  select account, displaying_name, icon_url, self_introduction, card_theme, share_image_revision
  from users where lower(account) = lower(:account) and left_at is null`,
);

export type ProfileLook = Row<"cards.selectProfile">;

/** Finds what the share image of a profile shows. */
export async function findProfileCard(db: Db, account: string) {
  return (await selectProfile(db, { account }))[0];
}

/** Increase it when the drawing code changes, so that stored pictures are drawn again. */
const drawingVersion = 7;

/** Returns a short hash of what a picture shows. */
export function hashLook(...shownValues: unknown[]): string {
  const content = JSON.stringify([drawingVersion, ...shownValues]);
  return hash("sha256", content, "base64url").slice(0, 22);
}

/** The fields of a receiver or a community that the card of a question shows. */
export interface CardOwner {
  card_theme: CardTheme;
  displaying_name: string;
  icon_url: string | null;
}

/**
 * Returns the path of a question's picture. With `owner`, the path contains a hash of the owner's fields and of
 * whether the question is withheld, so that pages show the new picture after a change. `answer_id` is the result of
 * `findCardAnswer`.
 */
export function formatCardUrl(
  uuid_hash: string,
  owner?: CardOwner,
  isWithheld = false,
  answer_id?: string,
): string {
  const path = `/cards/questions/${uuid_hash}.png`;
  if (!owner) return path;
  const shownValues = [
    owner.card_theme,
    owner.displaying_name,
    owner.icon_url,
    ...(isWithheld ? ["withheld"] : []),
  ];
  const answer = answer_id === undefined ? "" : `&answer_id=${answer_id}`;
  return `${path}?v=${hashLook(...shownValues).slice(0, 8)}${answer}`;
}

/**
 * Returns the id of the answer that the address of an item's picture names: only that of a sensitive answer in a
 * community, whose picture is a placeholder. Items of all other answers have the picture of the question alone.
 */
export function findCardAnswer(row: {
  answer_id: string | null;
  community_id: string | null;
  is_ad_default: boolean;
}): string | undefined {
  const isSensitiveInCommunity = row.community_id !== null && !row.is_ad_default;
  return isSensitiveInCommunity ? (row.answer_id ?? undefined) : undefined;
}

/** The query parameter that requests the public picture, even for a signed-in viewer. */
export const publicViewParameter = "everybody";

/**
 * Returns the path of a profile's share image. It contains a hash of the content, because social networks fetch an
 * image again only at a new address.
 */
export function formatProfileCardUrl(locale: Locale, look: ProfileLook): string {
  const { account, displaying_name, icon_url, self_introduction, card_theme } = look;
  const version = hashLook(
    displaying_name,
    icon_url,
    self_introduction,
    card_theme,
    look.share_image_revision,
  );
  return `/cards/profiles/${locale}/${account}.png?v=${version.slice(0, 8)}`;
}

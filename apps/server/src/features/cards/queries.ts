import { hash } from "node:crypto";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

const selectCard = statement(
  "cards.selectCard",
  `
  select q.body, q.locale, q.receiver_pk, q.is_ad_default, q.is_answered, q.is_welcome, q.stamp_id, q.options,
         a.text as answer_text, a.chosen_option,
         u.account, u.displaying_name, u.icon_url, u.card_theme
  from questions q
  join users u on u.pk = q.receiver_pk and u.left_at is null
  left join answers a on a.question_pk = q.pk
  where q.uuid_hash = :uuid_hash
    and (:receiver_pk?::bigint is null or q.is_answered
         or (q.receiver_pk = :receiver_pk?
             and q.status in ('unread', 'confirmed', 'hidden', 'held')))`,
);

export type CardRow = Row<"cards.selectCard">;

/**
 * Finds what the card of a question shows. Unanswered questions are found only for their receiver, and
 * for the server itself, which passes null.
 */
export async function findCard(db: Db, uuid_hash: string, receiver_pk: number | null) {
  return (await selectCard(db, { uuid_hash, receiver_pk }))[0];
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

/** Increased when the drawing code changes, so that no old picture is shown. */
const drawingVersion = 5;

/** Returns a short hash of what a picture shows. */
export function hashLook(...shownValues: unknown[]): string {
  const content = JSON.stringify([drawingVersion, ...shownValues]);
  return hash("sha256", content, "base64url").slice(0, 22);
}

/** The receiver's data that the card of a question shows. */
export interface CardOwner {
  card_theme: CardTheme;
  displaying_name: string;
  icon_url: string | null;
}

/**
 * Returns the path of a question's picture. With `owner`, it contains a hash of the receiver's theme,
 * name and picture and of whether the question is withheld, so that pages show the new picture after a
 * change.
 */
export function formatCardUrl(uuid_hash: string, owner?: CardOwner, isWithheld = false): string {
  const path = `/cards/questions/${uuid_hash}.png`;
  if (!owner) return path;
  const shownValues = [
    owner.card_theme,
    owner.displaying_name,
    owner.icon_url,
    ...(isWithheld ? ["withheld"] : []),
  ];
  return `${path}?v=${hashLook(...shownValues).slice(0, 8)}`;
}

/** The query parameter that requests the public picture, even for a signed-in viewer. */
export const publicViewParameter = "everybody";

/**
 * Returns the path of a profile's share image; social networks fetch it again when the path
 * changes.
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

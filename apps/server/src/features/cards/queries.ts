import { createHash } from "node:crypto";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Db, statement } from "#platform/db.ts";

export interface CardRow {
  body: string;
  locale: Locale;
  account: string;
  displaying_name: string;
  card_theme: CardTheme;
  receiver_pk: number;
  is_ad_default: boolean;
  is_answered: boolean;
  answer_text: string | null;
  stamp_id: string | null;
  options: string[] | null;
  chosen_option: number | null;
}

const question = statement<CardRow>(`
  select q.body, q.locale, q.receiver_pk, q.is_ad_default, q.is_answered, q.stamp_id, q.options,
         a.text as answer_text, a.chosen_option,
         u.account, u.displaying_name, u.card_theme
  from questions q
  join users u on u.pk = q.receiver_pk and u.left_at is null
  left join answers a on a.question_pk = q.pk
  where q.uuid_hash = $1
    and ($2::bigint is null or q.is_answered
         or (q.receiver_pk = $2 and q.status in ('unread', 'confirmed', 'hidden', 'held')))`);

/** What a question's card shows; `receiver_pk` null asks on behalf of the site itself. */
export async function findCard(db: Db, uuid_hash: string, receiver_pk: number | null) {
  return (await question(db, uuid_hash, receiver_pk))[0];
}

export interface ProfileLook {
  account: string;
  displaying_name: string;
  self_introduction: string;
  card_theme: CardTheme;
  share_image_revision: number;
}

const profile = statement<ProfileLook>(`
  select account, displaying_name, self_introduction, card_theme, share_image_revision
  from users where lower(account) = lower($1) and left_at is null`);

/** What the share image of a profile shows. */
export async function findProfileCard(db: Db, account: string) {
  return (await profile(db, account))[0];
}

/** Raised when the drawing itself changes, so that nobody is shown an old picture. */
const drawing = 4;

/** A short name for what is seen: another look has another one. */
export function lookOf(...seen: unknown[]): string {
  const content = JSON.stringify([drawing, ...seen]);
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/** What of its receiver can be seen on a question's card. */
export interface CardOwner {
  card_theme: CardTheme;
  displaying_name: string;
}

/**
 * The picture of a question, as a path of this site. With the receiver's look in it the address
 * changes when they choose another one, and open pages show the new picture; so it does where the
 * question is withheld.
 */
export function cardUrl(uuid_hash: string, owner?: CardOwner, is_withheld = false): string {
  const path = `/cards/questions/${uuid_hash}.png`;
  if (!owner) return path;
  const seen = [owner.card_theme, owner.displaying_name, ...(is_withheld ? ["withheld"] : [])];
  return `${path}?v=${lookOf(...seen).slice(0, 8)}`;
}

/** In the address of a picture: without what its reader alone may see. */
export const asEverybody = "everybody";

/** The share image of a profile; networks fetch it anew when it has another address. */
export function profileCardUrl(locale: Locale, look: ProfileLook): string {
  const { account, displaying_name, self_introduction, card_theme, share_image_revision } = look;
  const v = lookOf(displaying_name, self_introduction, card_theme, share_image_revision);
  return `/cards/profiles/${locale}/${account}.png?v=${v.slice(0, 8)}`;
}

import { getIconUrl } from "@toibako/contract/avatars.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Notice, quoteLength } from "@toibako/contract/notices.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { isWithheld } from "../../answers/policy.ts";

// Selects nothing about the sender, because no notice of a question names them. A question of a community has the
// status "shown" or "deleted" and many answers, of which only the viewer's own is selected.
const selectQuoted = statement(
  "notices.selectQuoted",
  `
  select q.uuid_hash, q.locale, q.body, coalesce(q.receiver_pk = :user_pk, false) as is_receiver,
    a.text as answer_text, q.options[a.chosen_option + 1] as chosen_text, q.is_ad_default, u.account, u.displaying_name, u.icon_url
  from questions q
  left join answers a on a.question_pk = q.pk
    and (q.community_pk is null or a.answerer_pk = :user_pk)
  left join users u on u.pk = a.answerer_pk and u.left_at is null
  where q.uuid_hash = any(:uuid_hashes::text[]) 
    and q.status in ('unread', 'confirmed', 'shown', 'deleted')`,
);

const selectPeople = statement(
  "notices.selectPeople",
  `
  select account, displaying_name, icon_url
  from users where account = any(:accounts::text[]) and left_at is null`,
);

// An anonymous starter is null in `participants`, so this finds nobody for the receiver of their talk.
const selectPartners = statement(
  "notices.selectPartners",
  `
  select conversations.uuid, u.account, u.displaying_name, u.icon_url
  from conversations
  join participants partner on partner.conversation_pk = conversations.pk and partner.user_pk <> :user_pk
  join users u on u.pk = partner.user_pk and u.left_at is null
  where conversations.uuid = any(:talk_uuids::text[])`,
);

/** The texts that a notice quotes. A missing text is empty, a missing answerer undefined. */
export interface Quoted {
  locale: Locale;
  question: string;
  answer: string;
  answerer: Notice["people"][number] | undefined;
}

/**
 * Finds the texts that notices quote, by the question's id: the beginning of the answer, or the option that it chooses,
 * with its answerer, and for the receiver the beginning of the question. The options of a withheld question are not quoted. Held, reported, dropped and binned questions are not quoted.
 */
export async function findQuoted(
  db: Db,
  user: Pick<SessionUser, "pk" | "is_show_sensitive_content">,
  uuid_hashes: string[],
): Promise<Map<string, Quoted>> {
  const parameters = { user_pk: user.pk, uuid_hashes };
  const rows = uuid_hashes.length > 0 ? await selectQuoted(db, parameters) : [];
  return new Map(
    rows.map(({ uuid_hash, locale, body, is_receiver, answer_text, chosen_text, ...rest }) => {
      const { is_ad_default, ...answerer } = rest;
      const showsOptions = is_receiver || !isWithheld(is_ad_default, user);
      return [
        uuid_hash,
        {
          locale,
          question: is_receiver ? shortenQuote(body) : "",
          answer: shortenQuote(answer_text || (showsOptions && chosen_text) || ""),
          answerer: readPerson(answerer),
        },
      ];
    }),
  );
}

type PersonRow = Record<"account" | "displaying_name" | "icon_url", string | null>;

export function readPerson({ account, displaying_name, icon_url }: PersonRow) {
  if (account === null || displaying_name === null) return undefined;
  return { account, displaying_name, icon_url: getIconUrl(account, icon_url) };
}

export const shortenQuote = (text: string) =>
  truncateText(text.replace(/\s+/g, " ").trim(), quoteLength);

/** Finds people by their handles; left accounts are missing in the result. */
export async function findPeople(db: Db, accounts: string[]) {
  const rows = accounts.length > 0 ? await selectPeople(db, { accounts }) : [];
  return new Map(rows.map((row) => [row.account, readPerson(row)]));
}

/** Finds the other ones in talks of the account, by the ids of the talks; those who are anonymous or have left are missing. */
export async function findPartners(
  db: Db,
  { pk: user_pk }: Pick<SessionUser, "pk">,
  talk_uuids: string[],
) {
  const rows = talk_uuids.length > 0 ? await selectPartners(db, { user_pk, talk_uuids }) : [];
  return new Map(rows.map(({ uuid, ...person }) => [uuid, readPerson(person)]));
}

import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { causesNotice, receiverNumber, unsealStarter } from "../policy.ts";
import { buildUnreadSql, isTalkViewable } from "./talk.ts";

const selectNoticed = statement(
  "talks.selectNoticed",
  buildUnreadSql(`(
    select pk as conversation_pk, :number::bigint as number from conversations
    where uuid = any(:talk_uuids::text[])
  )`),
);

const selectPresent = statement(
  "talks.selectPresent",
  "select pk from users where pk = any(:user_pks::bigint[]) and left_at is null",
);

const selectBlocking = statement(
  "talks.selectBlocking",
  `
  select named.uuid as "uuid!" from unnest(:uuids::text[], :user_pks::bigint[], :pseudonyms::bytea[])
    as named (uuid, user_pk, pseudonym)
  where exists (select from blocks where receiver_pk = named.user_pk and pseudonym = named.pseudonym)`,
);

/** A talk as the notice of one of its participants depends on it. */
export interface NoticedTalk {
  uuid: string;
  /** The account of the participant, also of an anonymous starter, so it must not be sent or stored. */
  user_pk: number;
  /** Whether a notice of the newest message is due. */
  is_due: boolean;
  /** Whether the receiver has written. */
  is_answered: boolean;
  /** The number of the partner's newest message; 0 if there is none. */
  newest_number: number;
}

/**
 * Finds talks for the notices of the participant with this number. Leaves out talks that are deleted, and those whose
 * participant has destroyed their account.
 */
export async function findNoticedTalks(
  services: Pick<Services, "db" | "secrets" | "config">,
  talk_uuids: readonly string[],
  number: number,
): Promise<NoticedTalk[]> {
  const { db, secrets, config } = services;
  const { has_payment } = config;
  const rows = await selectNoticed(db, { talk_uuids, number, has_payment });
  const talks = rows.flatMap((row) => {
    const user_pk =
      number === receiverNumber ? row.own_pk : unsealStarter(secrets, row.uuid, row.sealed_starter);
    return user_pk ? [{ ...row, user_pk }] : [];
  });
  const user_pks = [...new Set(talks.map(({ user_pk }) => user_pk))];
  const present = new Set((await selectPresent(db, { user_pks })).map(({ pk }) => pk));
  const blocking = await findBlocking(services, talks);
  return talks.map(({ uuid, user_pk, is_answered, partner_sent_number, ...talk }) => ({
    uuid,
    user_pk,
    is_answered,
    newest_number: partner_sent_number,
    is_due:
      present.has(user_pk) &&
      !blocking.has(uuid) &&
      causesNotice({
        ...talk,
        is_starter: number !== receiverNumber,
        is_viewable: isTalkViewable(services, talk),
      }),
  }));
}

/**
 * Finds in which talks the participant blocks the partner by name. An anonymous starter isn't compared: a missing notice
 * would tell who it is.
 */
async function findBlocking(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  talks: readonly { uuid: string; user_pk: number; partner_pk: number | null }[],
): Promise<Set<string>> {
  const named = talks.flatMap(({ partner_pk, ...talk }) =>
    partner_pk === null ? [] : [{ ...talk, partner_pk }],
  );
  const rows = await selectBlocking(db, {
    uuids: named.map(({ uuid }) => uuid),
    user_pks: named.map(({ user_pk }) => user_pk),
    pseudonyms: named.map(({ user_pk, partner_pk }) =>
      secrets.deriveNamedPseudonym(user_pk, secrets.deriveAccountIdentity(partner_pk)),
    ),
  });
  return new Set(rows.map(({ uuid }) => uuid));
}

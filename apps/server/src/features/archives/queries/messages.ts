import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { receiverNumber, starterNumber } from "../../talks/policy.ts";
import { findStartedTalks } from "../../talks/queries/started-talks.ts";
import { buildShownTalksSql, toTalk } from "../../talks/queries/talk.ts";
import type { MessageRecord } from "../policy/records.ts";

/** How many talks and messages are read at once, to limit memory use. */
const batchSize = 100;

const selectTalks = statement(
  "archives.selectTalks",
  `${buildShownTalksSql(`(
    select conversation_pk, number from (
      select received.conversation_pk, received.number from participants received
      join talks on talks.conversation_pk = received.conversation_pk
      where received.user_pk = :user_pk and received.number = ${receiverNumber}
        and talks.arrived_minute is not null
      union all
      select started_pk, ${starterNumber} from unnest(:started_pks::bigint[]) as started (started_pk)
    ) own_talks
    where conversation_pk > :after_pk order by conversation_pk limit ${batchSize}
  )`)}
  order by own.conversation_pk`,
);

// The account's own messages, and those of the partner that the site shows to the account.
const selectMessages = statement(
  "archives.selectMessages",
  `
  select number, sender_number, body, posted_minute from messages
  where conversation_pk = :conversation_pk and number > :after_number and body is not null
    and (sender_number = :own_number or (:is_viewable::boolean and number > :removed_number))
  order by number limit ${batchSize}`,
);

type MessageServices = Pick<Services, "db" | "secrets" | "config">;

/**
 * Yields the messages of an account's talks, one talk after another, oldest first. Talks are numbered; nothing says who
 * an anonymous starter is.
 */
export async function* listMessages(services: MessageServices, viewer: SignedIn) {
  const { db, secrets, config } = services;
  const { has_payment } = config;
  const { conversation_pks: started_pks } = await findStartedTalks(db, secrets, viewer.identity);
  let after_pk = 0;
  let talk = 0;
  while (true) {
    const rows = await selectTalks(db, {
      user_pk: viewer.user.pk,
      started_pks,
      after_pk,
      has_payment,
    });
    for (const row of rows) yield* listMessagesOfTalk(services, viewer, row, ++talk);
    if (rows.length < batchSize) return;
    after_pk = rows.at(-1)?.conversation_pk ?? 0;
  }
}

async function* listMessagesOfTalk(
  services: MessageServices,
  { user }: SignedIn,
  row: Row<"archives.selectTalks">,
  talk: number,
) {
  const { conversation_pk, own_number, removed_number } = row;
  const { is_viewable, ...shown } = toTalk(services, row, createDateReader(user.locale, user));
  const partner = shown.partner?.account ? shown.partner : null;
  let after_number = 0;
  while (true) {
    const messages = await selectMessages(services.db, {
      conversation_pk,
      own_number,
      removed_number,
      is_viewable,
      after_number,
    });
    yield messages.map(
      ({ sender_number, body, posted_minute }): MessageRecord => ({
        talk,
        is_started: shown.is_starter,
        partner: partner && {
          account: partner.account ?? "",
          displaying_name: partner.displaying_name,
        },
        me: sender_number === own_number,
        text: body ?? "",
        posted_minute: posted_minute.toISOString(),
      }),
    );
    if (messages.length < batchSize) return;
    after_number = messages.at(-1)?.number ?? 0;
  }
}

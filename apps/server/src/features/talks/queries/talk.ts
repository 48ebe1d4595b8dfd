import { avatars, formatAvatarUrl, getIconUrl } from "@toibako/contract/avatars.ts";
import { type DateReader, formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { maxUnreadMessages } from "@toibako/contract/messages.ts";
import { freeTalks, messagesBeforeReply, type Talk } from "@toibako/contract/talks.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { buildSubscriberSql } from "../../billing/queries/subscriptions.ts";
import {
  isStoppedSql,
  listAnonymousPseudonyms,
  listPseudonyms,
  listStopTags,
} from "../../moderation/policy.ts";
import {
  countMessagesLeft,
  isViewable,
  receiverNumber,
  starterNumber,
  unsealStarter,
} from "../policy.ts";

/** SQL: whether the participants `mine` and `partner` follow each other. */
const isMutualSql = `(
    select count(*) from follows
    where (follower_pk = mine.user_pk and followed_pk = partner.user_pk)
      or (follower_pk = partner.user_pk and followed_pk = mine.user_pk)
  ) = 2`;

/**
 * The columns of a talk as one of its participants sees it, and what decides whether they can read it and post in it;
 * the latter is only computed if the site has payments.
 */
const talkColumns = `
  conversations.pk as conversation_pk, conversations.uuid, conversations.last_change,
  conversations.last_number, conversations.last_posted_minute,
  talks.sealed_starter, talks.is_starter_shown, talks.arrived_minute, talks.is_answered, talks.is_held,
  mine.number as own_number, mine.user_pk as own_pk, mine.read_number as own_read_number,
  mine.removed_number, mine.is_muted, mine.is_ended, mine.is_reported,
  partner.user_pk as partner_pk, partner.read_number as partner_read_number,
  partner.sent_number as partner_sent_number,
  partner.is_ended as is_ended_by_partner,
  sent.count as "sent_count!", earlier.count as "earlier_talks!",
  :has_payment::boolean and ${isMutualSql} as "is_mutual!",
  :has_payment and ${buildSubscriberSql("mine.user_pk")} as "is_subscriber!"`;

/**
 * The relations of `talkColumns`. `own` is a relation with the columns `conversation_pk` and `number`, the
 * participant's; the other one of the two has the number `3 - number`.
 */
const buildTalkRelations = (own: string) => `
  ${own} own
  join conversations on conversations.pk = own.conversation_pk
  join talks on talks.conversation_pk = own.conversation_pk
  join participants mine on mine.conversation_pk = own.conversation_pk and mine.number = own.number
  join participants partner
    on partner.conversation_pk = own.conversation_pk and partner.number = 3 - own.number
  cross join lateral (
    select count(*)::int as count from (
      select from messages
      where messages.conversation_pk = own.conversation_pk and messages.sender_number = own.number
        and not talks.is_answered
      limit ${messagesBeforeReply}
    ) sent_messages
  ) sent
  cross join lateral (
    select count(*)::int as count from (
      select from participants other
      join talks other_talk on other_talk.conversation_pk = other.conversation_pk
      where :has_payment and own.number = ${receiverNumber} and other.user_pk = mine.user_pk
        and other.number = ${receiverNumber} and not other.is_reported
        and (other_talk.arrived_minute, other_talk.conversation_pk)
          < (talks.arrived_minute, talks.conversation_pk)
      limit ${freeTalks}
    ) earlier_talks
  ) earlier`;

/**
 * Whether the partner has posted since the participant has read, which `participants.sent_number` tells without reading
 * messages. One's own posts don't raise one's read mark.
 */
export const hasNewSql = "partner.sent_number > greatest(mine.read_number, mine.removed_number)";

/**
 * Leaves out the talks that their participant `mine` can't read, whose account is `:user_pk`. `isViewable` decides; this
 * is for queries with a limit, which such talks would use up.
 */
export const isReadableSql = `(
  not :has_payment or mine.number = ${starterNumber} or ${buildSubscriberSql(":user_pk")}
  or (talks.is_starter_shown and ${isMutualSql})
  or ((talks.arrived_minute, talks.conversation_pk) <= (
    select free_talk.arrived_minute, free_talk.conversation_pk from participants receiver
    join talks free_talk on free_talk.conversation_pk = receiver.conversation_pk
    where receiver.user_pk = :user_pk and receiver.number = ${receiverNumber} and not receiver.is_reported
      and free_talk.arrived_minute is not null
    order by free_talk.arrived_minute, free_talk.conversation_pk offset ${freeTalks - 1} limit 1
  )) is not false
)`;

const unreadSql = `
  (
    select count(*)::int from (
      select from messages
      where ${hasNewSql}
        and messages.conversation_pk = own.conversation_pk and messages.sender_number <> own.number
        and messages.number > greatest(mine.read_number, mine.removed_number) and messages.body is not null
      order by messages.number desc limit ${maxUnreadMessages}
    ) unread_messages
  ) as "unread_count!"`;

/** Builds a query of talks with how many unread messages each has. */
export const buildUnreadSql = (own: string) => `
  select ${talkColumns}, ${unreadSql} from ${buildTalkRelations(own)}`;

/** Builds a query of talks with what a list shows of them. */
export const buildShownTalksSql = (own: string) => `
  select ${talkColumns}, ${unreadSql},
    partner_user.account as partner_account, partner_user.displaying_name as partner_name,
    partner_user.icon_url as partner_icon_url,
    last_message.sender_number as last_sender_number, last_message.body as last_body
  from ${buildTalkRelations(own)}
  left join users partner_user on partner_user.pk = partner.user_pk and partner_user.left_at is null
  left join messages last_message on last_message.conversation_pk = own.conversation_pk
    and last_message.number = conversations.last_number and last_message.number > mine.removed_number`;

// One row for each of the two participants. Which of them the caller is, the open columns say only of the receiver.
export const selectTalk = statement(
  "talks.selectTalk",
  `
  select ${talkColumns}
  from ${buildTalkRelations(`(
    select participants.conversation_pk, participants.number from participants
    join conversations on conversations.pk = participants.conversation_pk
    where conversations.uuid = :uuid
  )`)}`,
);

const selectShownTalk = statement(
  "talks.selectShownTalk",
  buildShownTalksSql(
    "(select :conversation_pk::bigint as conversation_pk, :number::bigint as number)",
  ),
);

export type TalkRow = Row<"talks.selectTalk">;
/** A talk with what a list shows of it. */
export type ShownRow = Row<"talks.selectShownTalk">;

/** A talk as one of its participants sees it, with the account of the other one. */
export type OwnTalk = TalkRow & {
  is_starter: boolean;
  /** The account of the partner, also of an anonymous starter, so it must not be sent; undefined if destroyed. */
  sealed_partner_pk: number | undefined;
};

type TalkServices = Pick<Services, "db" | "secrets" | "config">;

/**
 * Finds a talk of the caller; throws `not_found` if it isn't theirs. Its receiver finds it from its first message on.
 */
export async function findOwnTalk(
  { db, secrets, config }: TalkServices,
  viewer: SignedIn,
  uuid: string,
): Promise<OwnTalk> {
  const rows = await selectTalk(db, { uuid, has_payment: config.has_payment });
  const ofStarter = rows.find(({ own_number }) => own_number === starterNumber);
  const ofReceiver = rows.find(({ own_number }) => own_number === receiverNumber);
  if (!ofStarter || !ofReceiver) throw new Failure("not_found");
  const starter_pk = unsealStarter(secrets, uuid, ofStarter.sealed_starter);
  const user_pk = viewer.user.pk;
  if (ofReceiver.own_pk === user_pk && ofReceiver.arrived_minute) {
    return { ...ofReceiver, is_starter: false, sealed_partner_pk: starter_pk };
  }
  if (starter_pk === user_pk) {
    return {
      ...ofStarter,
      is_starter: true,
      sealed_partner_pk: ofReceiver.own_pk ?? undefined,
    };
  }
  throw new Failure("not_found");
}

/** The columns of a row that say whether its participant can read the talk. */
type ViewedRow = Pick<
  TalkRow,
  "own_number" | "is_starter_shown" | "is_subscriber" | "is_mutual" | "earlier_talks"
>;

/** Whether the participant of a row can read the talk. */
export function isTalkViewable({ config }: Pick<TalkServices, "config">, talk: ViewedRow): boolean {
  return isViewable({
    is_starter: talk.own_number === starterNumber,
    is_starter_shown: talk.is_starter_shown,
    is_subscriber: talk.is_subscriber,
    is_mutual: talk.is_mutual,
    earlier_talks: talk.earlier_talks,
    has_payment: config.has_payment,
  });
}

/** How many messages the participant of a row may still send before the first reply; null without this limit. */
export function countLeft(talk: TalkRow): number | null {
  return countMessagesLeft({ ...talk, is_starter: talk.own_number === starterNumber });
}

/** The drawing that stands for the anonymous starter of a talk; the talk's random id chooses it. */
function chooseDrawing(uuid: string): string {
  const index = Buffer.from(uuid).reduce((sum, byte) => sum + byte, 0) % avatars.length;
  return formatAvatarUrl(avatars[index] ?? "letter");
}

/** The partner as the participant of a row sees them: an anonymous or left one has no name. */
function toPartner(talk: ShownRow): Talk["partner"] {
  const { partner_account, partner_name, partner_icon_url } = talk;
  if (partner_account === null || partner_name === null) {
    return { displaying_name: "", icon_url: chooseDrawing(talk.uuid), account: null };
  }
  return {
    displaying_name: partner_name,
    icon_url: getIconUrl(partner_account, partner_icon_url),
    account: partner_account,
  };
}

/** Describes a talk for the participant of its row. */
export function toTalk(services: Pick<TalkServices, "config">, talk: ShownRow, reader: DateReader) {
  const is_viewable = isTalkViewable(services, talk);
  const is_starter = talk.own_number === starterNumber;
  const { last_sender_number, last_body, last_posted_minute } = talk;
  const hasMessage = last_sender_number !== null;
  const described: Talk = {
    uuid: talk.uuid,
    is_viewable,
    is_starter,
    is_starter_shown: talk.is_starter_shown,
    partner: is_viewable ? toPartner(talk) : null,
    last_message_body: is_viewable ? (last_body ?? "") : "",
    is_last_message_taken_back: is_viewable && hasMessage && last_body === null,
    is_last_message_mine: last_sender_number === talk.own_number,
    last_message_at: is_viewable && hasMessage ? last_posted_minute.toISOString() : null,
    formatted_date_time: hasMessage
      ? formatDate(is_viewable ? "minute" : "day", last_posted_minute, reader)
      : "",
    unread_count: is_viewable ? talk.unread_count : 0,
    is_reported: talk.is_reported,
    is_muted: talk.is_muted,
    is_ended: talk.is_ended,
    // A starter never learns whether their talk waits.
    is_held: !is_starter && talk.is_held,
    messages_left: countLeft(talk),
    is_answered: talk.is_answered,
  };
  return described;
}

/** Describes a talk of the caller; throws `not_found` if it isn't theirs. */
export async function describeTalk(
  services: TalkServices,
  viewer: SignedIn,
  uuid: string,
  locale: Locale,
): Promise<Talk> {
  const { conversation_pk, own_number: number } = await findOwnTalk(services, viewer, uuid);
  const { has_payment } = services.config;
  const [shown] = await selectShownTalk(services.db, { conversation_pk, number, has_payment });
  if (!shown) throw new Failure("not_found");
  return toTalk(services, shown, createDateReader(locale, viewer.user));
}

const selectPerson = statement(
  "talks.selectPerson",
  `
  select u.pk, u.birthday::text as birthday, u.time_zone, u.is_receive_dm,
    u.left_at is not null as "has_left!",
    coalesce(u.calm_until > now(), false) as "is_calm!",
    exists (
      select from blocks where receiver_pk = u.pk and pseudonym = any(:pseudonyms::bytea[])
    ) as "is_blocked!",
    ${isStoppedSql} as "is_writer_stopped!",
    exists (
      select from blocks where receiver_pk = :writer_pk
        and (pseudonym = any(:partner_pseudonyms::bytea[]) or conversation_pk = :conversation_pk?)
    ) as "is_blocked_by_writer!"
  from users u where u.pk = :user_pk`,
);

/**
 * Finds what the rules of talks need of an account to which somebody writes, and whether one of the two blocks the other
 * in whatever way, also because of the talk if there is one; undefined if there is no such account. In neither direction
 * does a block by name count if the account is that of a starter who is anonymous to the writer: the writer can find out
 * who blocks them by name, and would learn whom their own block meets.
 */
export async function findPartner(
  { db, secrets }: Pick<TalkServices, "db" | "secrets">,
  { user, identity, adopted_identities }: SignedIn,
  user_pk: number,
  talk?: Pick<OwnTalk, "conversation_pk" | "is_starter" | "is_starter_shown">,
) {
  const isAnonymous = talk !== undefined && !talk.is_starter && !talk.is_starter_shown;
  const list = isAnonymous ? listAnonymousPseudonyms : listPseudonyms;
  const partner = await selectPerson(db, {
    user_pk,
    pseudonyms: list(secrets, user_pk, [identity, ...adopted_identities]),
    stop_tags: listStopTags(secrets, [identity, ...adopted_identities]),
    writer_pk: user.pk,
    partner_pseudonyms: isAnonymous
      ? []
      : listPseudonyms(secrets, user.pk, [secrets.deriveAccountIdentity(user_pk)]),
    conversation_pk: talk?.conversation_pk ?? null,
  });
  return partner[0];
}

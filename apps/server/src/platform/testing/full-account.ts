import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity, muteCommunity } from "@toibako/contract/communities.ts";
import { listDiagnosisGames, playDiagnosisGame } from "@toibako/contract/diagnosis.ts";
import { postMessage } from "@toibako/contract/messages.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { getRoomQuestions, hideRoomMember } from "@toibako/contract/rooms/members.ts";
import { postRoomMessage, reportRoomMessage } from "@toibako/contract/rooms/messages.ts";
import { acceptRoomRules, joinRoom, listJoinableRooms } from "@toibako/contract/rooms.ts";
import { postTalkReport, startTalk } from "@toibako/contract/talks.ts";
import type { Services } from "#platform/services.ts";
import type { Browser } from "./browser.ts";

/** Texts that the stored rows contain, by which a test finds the rows. */
interface AccountTexts {
  provider_subject: string;
  provider_name: string;
  passkey_name: string;
}

/**
 * Stores rows of an account that a test can't create by calls without a provider or an authenticator: a
 * linked provider with its token, a follower imported from X, an unfinished authorization request, a
 * second factor with a recovery code, a passkey with an unused challenge, a former handle, and a subscription that was
 * paid and given back.
 */
export async function storeProviderAndFactors(
  { database }: Pick<Services, "database">,
  account: string,
  { provider_subject, provider_name, passkey_name }: AccountTexts,
): Promise<void> {
  await database.executeSql(
    `with owner as (select pk from users where account = $1), new_identity as (
      insert into identities (user_pk, provider, subject, nickname, name)
      select pk, 'google', $2, 'hana', $3 from owner returning pk
    ), new_token as (
      insert into identity_tokens (identity_pk, access_token, scopes)
      select pk, '\\x04', '' from new_identity
    ), new_follower as (
      insert into imported_followers (user_pk, subject, nickname, name, introduction, position, run)
      select pk, '7', 'sora', 'Sora', '', 0, 1 from owner
    ), new_authorization_request as (
      insert into social_starts
        (state_hash, browser_hash, provider, nonce, verifier, user_pk, locale, expires_at)
      select '\\x01', '\\x02', 'twitter', '', '\\x03', pk, 'ja', now() from owner
    ), new_factor as (
      insert into totp_factors (user_pk, sealed_secret) select pk, '\\x06' from owner
    ), new_recovery_code as (
      insert into recovery_codes (user_pk, code_hash) select pk, '\\x07' from owner
    ), new_passkey as (
      insert into passkeys
        (id, user_pk, credential_id, public_key, signatures_count, transports, name)
      select 'passkey', pk, 'credential', '\\x08', 0, '{}', $4 from owner
    ), new_challenge as (
      insert into passkey_challenges (challenge_hash, browser_hash, user_pk, expires_at)
      select '\\x09', '\\x0a', pk, now() + interval '5 minutes' from owner
    )
    insert into closed_handles (tag, user_pk, closed_until) select '\\x05', pk, now() from owner`,
    [account, provider_subject, provider_name, passkey_name],
  );
  await database.executeSql(
    `with customer as (
      insert into billing_customers (user_pk, reference, provider, card_seq, last_digits, card_month)
      select pk, 'a-reference', 'gmo', 0, '111', '2029-04' from users where account = $1 returning user_pk
    ), subscription as (
      insert into subscriptions (reference, plan_key, payment_type, state, starts_on, first_amount, amount, expired_in, ends_on)
      values ('a-reference', 'premium_monthly', 'credit_card', 'ended', '2026-01-31', 500, 500, '2026-01-31', '2026-02-28')
      returning pk
    ), charge as (
      insert into charges (order_id, subscription_pk, provider, period, amount, outcome, created_at, settled_at)
      select 'an-order', pk, 'gmo', 1, 500, 'done', now(), now() from subscription returning order_id
    ), refund as (
      insert into refunds (id, order_id, amount, charged, outcome)
      select 'a-refund', order_id, 500, 500, 'done' from charge
    ), contract as (
      insert into contracts (order_id, version, locale, terms) select order_id, '', 'ja', '[]' from charge
    ), entry as (
      insert into ledger (reference, order_id, kind, amount, processed_at)
      select 'a-reference', order_id, 'charge', 500, now() from charge
    )
    insert into survey_answers (survey_id, choice, other, user_pk) select 'a-survey', 1, '', user_pk from customer`,
    [account],
  );
}

/** Stores rows of an account that has reported, and about which and by which staff have decided. */
export async function storeCase(
  { database }: Pick<Services, "database">,
  account: string,
): Promise<void> {
  await database.executeSql(
    `with owner as (select pk from users where account = $1), new_case as (
      insert into cases (kind, object, subject_pk, opened_hour)
      select 'answer', 'a-case', pk, date_trunc('hour', now()) from owner returning pk, subject_pk
    ), new_note as (
      insert into case_notes (case_pk, key, author_pk, text) select pk, 'a-note', subject_pk, '' from new_case
    ), new_action as (
      insert into case_actions (case_pk, kind, actor_pk, subject_pk)
      select pk, 'hide', subject_pk, subject_pk from new_case returning pk, subject_pk
    ), new_hidden as (
      insert into hidden_contents (action_pk, kind, object, owner_pk, stored)
      select pk, 'answer', 'a-case', subject_pk, '{}' from new_action
    ), new_seal as (
      insert into seal_requests (case_pk, reason, asker_pk, ends_at) select pk, '', subject_pk, now() from new_case
    ), new_stop as (
      insert into stopped_senders (tag, ends_on) values ('a-stop', current_date)
    )
    insert into reporters (user_pk, decided) select pk, 1 from owner`,
    [account],
  );
}

const travel = { category_id: "hobby", community_id: "travel" };

/** Plays the first diagnosis game that is shown. */
export async function playGame(browser: Browser): Promise<void> {
  const [game] = (await browser.send(listDiagnosisGames, {})).data.games;
  await browser.send(playDiagnosisGame, { params: { uuid: game?.uuid ?? "" } });
}

/** Asks in a community; returns the question's id. */
export async function askTravelers(browser: Browser): Promise<string> {
  const body = { body: "どこへ行きたい？" };
  return (await browser.send(postCommunityQuestion, { params: travel, body })).data.uuid_hash;
}

/** Joins and mutes a community, answers a question of `other` in it, and reports another question. */
export async function takePartInCommunity(
  browser: Browser,
  other: Browser,
  answer: string,
): Promise<void> {
  const [answered, reported] = [await askTravelers(other), await askTravelers(other)];
  await browser.send(joinCommunity, { params: travel });
  await browser.send(muteCommunity, { params: travel, body: { is_muted: true } });
  const params = { ...travel, uuid: answered };
  await browser.send(postCommunityAnswer, { params, body: { body: answer } });
  await browser.send(postReport, { body: { mode: "unit", item_id: reported } });
}

/**
 * Lets two accounts each start a talk with the other and write in both, three and two messages; the first account reports
 * the talk that it has received.
 */
export async function talkWith(
  { database }: Pick<Services, "database">,
  browser: Browser,
  other: Browser,
  texts: { account: string; other_account: string; message: string },
): Promise<void> {
  await database.executeSql(
    `update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true
     where account = any($1::text[])`,
    [[texts.account, texts.other_account]],
  );
  const start = async (starter: Browser, account: string) =>
    (await starter.send(startTalk, { body: { talk: { account } } })).data.talk.uuid;
  const post = (writer: Browser, talk_uuid: string, body: string, number: number) =>
    writer.send(postMessage, {
      body: { message: { talk_uuid, body, key: `message-number-${number}` } },
    });
  const started = await start(browser, texts.other_account);
  await post(browser, started, texts.message, 1);
  await post(other, started, "はい", 2);
  await post(browser, started, texts.message, 3);
  const received = await start(other, texts.account);
  await post(other, received, "こんにちは", 1);
  await post(browser, received, texts.message, 2);
  await browser.send(postTalkReport, { body: { uuid: received, mode: "report" } });
}

/**
 * Lets two adults, who have accepted the terms of messages, join a room and write in it. The first account hides the
 * other one, reports their message, and is blocked by staff.
 */
export async function talkInRoom(
  { database }: Pick<Services, "database">,
  browser: Browser,
  other: Browser,
  texts: { account: string; name: string; message: string },
): Promise<void> {
  const [room] = (await browser.send(listJoinableRooms, { query: { locale: "ja" } })).data
    .group_talks;
  if (!room) throw new Error("There is no room.");
  const { uuid, personal_answer_group_id: id } = room;
  const { items } = (await browser.send(getRoomQuestions, { params: { id } })).data;
  const personal_answers = items.map(({ question_id, options: [option = "ねこ"] }) => ({
    question_id,
    value: option,
  }));
  const params = { uuid };
  const write = async (member: Browser, display_name: string, body: string, key: string) => {
    const joined = await member.send(joinRoom, {
      params,
      body: { display_name, personal_answers },
    });
    await member.send(acceptRoomRules, { params });
    const group_message = { group_talk_uuid: uuid, body, key };
    await member.send(postRoomMessage, { body: { group_message } });
    return joined.data.group_talk_user_summary_id;
  };
  await write(browser, texts.name, texts.message, "the-first-message");
  const hidden_id = await write(other, "となりのひと", "こんにちは", "the-other-message");
  await browser.send(hideRoomMember, { params: { id: hidden_id }, body: { is_hidden: true } });
  await browser.send(reportRoomMessage, {
    params: { uuid, key: "the-other-message" },
    body: { reason: "other" },
  });
  await database.executeSql(
    `insert into room_blocks (user_pk, blocked_hour)
     select pk, date_trunc('hour', now()) from users where account = $1`,
    [texts.account],
  );
}

import type { Block } from "@toibako/contract/moderation.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { SessionUser, SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findPaymentRecord } from "../../billing/queries/record.ts";
import { selectJoined } from "../../communities/queries/communities.ts";
import { listResultsOfAccount } from "../../diagnosis/queries.ts";
import { listBlocksOfReceiver } from "../../moderation/queries.ts";
import { listDecisionsAbout, listWrittenAccountReports } from "../../staff/queries/actions.ts";
import { listWrittenReports } from "../../talks/queries/reports.ts";
import { listRoomProfiles } from "./rooms.ts";

const selectAccount = statement(
  "archives.selectAccount",
  `
  select account, displaying_name, self_introduction, birthday::text as birthday, gender_type,
    email, confirmed_email, created_at, answers_count, answer_likes_count, follows_count,
    followers_count, locale, time_zone, is_receive_dm, is_show_sensitive_content, is_receive_baton,
    is_batch_answer_to_stamp, is_receive_community_question, is_findable, is_auto_recruit,
    is_auto_message_recruit, use_ngword_filter, ml_filter, card_theme, is_show_display_notify,
    is_send_email
  from users where pk = :user_pk`,
);

const selectWords = statement(
  "archives.selectWords",
  "select word from ng_words where user_pk = :user_pk order by pk",
);
const selectMuted = statement(
  "archives.selectMuted",
  `
  select c.names from community_mutes mute join communities c on c.pk = mute.community_pk
  where mute.user_pk = :user_pk order by c.pk`,
);
const selectProviders = statement(
  "archives.selectProviders",
  "select provider, nickname, name from identities where user_pk = :user_pk order by provider",
);
const selectAchievements = statement(
  "archives.selectAchievements",
  "select kind, earned_at from achievements where user_pk = :user_pk order by pk",
);
const selectInquiries = statement(
  "archives.selectInquiries",
  "select topic, body, email, made_at, answer from inquiries where user_pk = :user_pk order by pk limit 1000",
);

const selectHidden = statement(
  "archives.selectHiddenAnswers",
  `
  select coalesce(stored #>> '{answer,text}', stored ->> 'text', '') as "text!"
  from hidden_contents where owner_pk = :user_pk order by pk desc limit 1000`,
);

/** Returns the content of `data/account.json`. */
export async function findAccountRecord(
  services: Pick<Services, "db" | "secrets">,
  { user, identity }: Pick<SignedIn, "user" | "identity">,
) {
  const { db } = services;
  const { pk: user_pk, locale } = user;
  const [row] = await selectAccount(db, { user_pk });
  if (!row) throw new Error("the account of an archive does not exist");
  const {
    account,
    displaying_name,
    self_introduction,
    birthday,
    gender_type,
    email,
    confirmed_email,
    created_at,
    answers_count,
    answer_likes_count,
    follows_count,
    followers_count,
    ...settings
  } = row;
  return {
    profile: { account, displaying_name, self_introduction, birthday, gender_type },
    created_at: created_at.toISOString(),
    counts: { answers_count, answer_likes_count, follows_count, followers_count },
    email: { entered: email, confirmed: confirmed_email },
    linked_providers: await selectProviders(db, { user_pk }),
    settings,
    own_words: (await selectWords(db, { user_pk })).map(({ word }) => word),
    blocks: await listBlocks(services, user),
    communities: (await selectJoined(db, { user_pk, locale })).map(({ names }) => names[locale]),
    muted_communities: (await selectMuted(db, { user_pk })).map(({ names }) => names[locale]),
    achievements: (await selectAchievements(db, { user_pk })).map(({ kind, earned_at }) => ({
      kind,
      earned_at: earned_at.toISOString(),
    })),
    diagnosis_results: await listResultsOfAccount(db, user_pk, locale),
    inquiries: await listInquiries(db, user_pk),
    hidden_answers: (await selectHidden(db, { user_pk })).map(({ text }) => text),
    decisions: (await listDecisionsAbout(db, user, locale)).map(
      ({ kind, message, acted_at, suspended_until, is_undone, appeal }) => ({
        kind,
        message,
        acted_at: acted_at.at,
        suspended_until: suspended_until?.at ?? null,
        is_undone,
        appeal,
      }),
    ),
    talk_reports: await listWrittenReports(services, { user, identity }),
    account_reports: await listWrittenAccountReports(db, user_pk),
    rooms: await listRoomProfiles(db, { user }),
    payments: await findPaymentRecord(db, user_pk),
  };
}

/** Returns all blocks of an account: blocks by name with the handle, others with the beginning of the question. */
async function listBlocks(services: Pick<Services, "db" | "secrets">, user: SessionUser) {
  const blocks: Pick<Block, "account" | "question_body" | "is_of_talk" | "blocked_on">[] = [];
  for (let page = 1; ; page++) {
    const listed = await listBlocksOfReceiver(services, user, page, user.locale);
    if (listed.blocks.length === 0) return blocks;
    for (const { account, question_body, is_of_talk, blocked_on } of listed.blocks) {
      blocks.push({ account, question_body, is_of_talk, blocked_on });
    }
  }
}

async function listInquiries(db: Db, user_pk: number) {
  const rows = await selectInquiries(db, { user_pk });
  return rows.map(({ made_at, ...inquiry }) => ({ ...inquiry, made_at: made_at.toISOString() }));
}

import type { Db } from "#platform/database/db.ts";

const schema = `
-- email is the address that was entered last; mails go to confirmed_email only. calm_until
-- is infinity if calm mode has no end. active_on is the day (in UTC) of the last request,
-- away_since the last day before an absence of a week or more that ended on active_on.
-- digest_on (the day of the last enqueued daily mail) is in the account's time zone.
-- is_auto_recruit: whether a link is posted on X once a week, last at recruited_at;
-- has_chosen_auto_recruit: whether this was ever saved. Social networks cache pictures by
-- address, so a changed share image gets a new share_image_revision. destroyed_at is set as
-- soon as an account is destroyed; a job then deletes its data, and this row last.
create table users (
  pk bigint generated always as identity primary key,
  id text not null unique,
  account text not null,
  displaying_name text not null,
  self_introduction text not null default '',
  icon_url text,
  email text,
  password_hash text,
  locale text not null,
  time_zone text not null default 'Asia/Tokyo',
  is_receive_dm boolean not null default false,
  is_show_sensitive_content boolean not null default false,
  unread_questions_count integer not null default 0,
  confirmed_questions_count integer not null default 0,
  hidden_questions_count integer not null default 0,
  answers_count integer not null default 0,
  answer_likes_count integer not null default 0,
  created_at timestamptz not null default now(),
  left_at timestamptz,
  tutorial_status text not null default 'not_started',
  is_auto_recruit boolean not null default false,
  is_auto_message_recruit boolean not null default false,
  recruited_at timestamptz,
  is_receive_baton boolean not null default true,
  is_batch_answer_to_stamp boolean not null default true,
  use_ngword_filter boolean not null default true,
  ml_filter text not null default 'medium' check (ml_filter in ('none', 'low', 'medium', 'high')),
  card_theme text not null default 'mint',
  held_questions_count integer not null default 0,
  share_image_revision integer not null default 0,
  follows_count integer not null default 0,
  followers_count integer not null default 0,
  calm_until timestamptz,
  community_tutorial_status text not null default 'community_tutorial_not_started',
  is_receive_community_question boolean not null default true,
  active_on date,
  community_question_on date,
  has_seen_community_suggestions boolean not null default false,
  confirmed_email text,
  sign_up_complete boolean not null default false,
  birthday date,
  gender_type text not null default 'unknown'
    check (gender_type in ('unknown', 'female', 'male', 'other')),
  is_show_display_notify boolean not null default true,
  is_send_email boolean not null default false,
  destroyed_at timestamptz,
  digest_on date,
  account_changed_at timestamptz,
  is_findable boolean not null default true,
  brought_answers_count integer not null default 0,
  away_since date,
  email_reminded_on date,
  has_chosen_auto_recruit boolean not null default false
);
create unique index users_account on users (lower(account));
create index users_confirmed_email
  on users (lower(confirmed_email))
  where confirmed_email is not null;
create index users_digest on users (time_zone, pk) where is_send_email;
create index users_left on users (left_at) where left_at is not null;

-- Handles and names in one spelling, each after a line feed, and the pairs of characters by which
-- the index finds them. They are not columns of users, because each change of a counter copies
-- the whole row of users. A job writes the rows.
create table user_names (
  user_pk bigint primary key references users on delete cascade,
  search_text text not null,
  search_terms text[] not null
);
-- Finds the accounts whose name is exactly the searched text. A hash index, because a name can be
-- longer than the entries of other indexes may be.
create index user_names_exact on user_names using hash (split_part(search_text, E'\\n', 3));
-- fastupdate = off: otherwise every search would have to read a list of entries that are not in
-- the index yet.
create index user_names_search on user_names using gin (search_terms) with (fastupdate = off);

-- Handles that nobody can take: handles of destroyed accounts (user_pk is null), and former
-- handles, which lead to their account. The tag is a keyed hash, so that no row names the handle.
create table closed_handles (
  tag bytea primary key,
  user_pk bigint references users on delete set null,
  closed_until timestamptz not null
);
create index closed_handles_of_user on closed_handles (user_pk);

create table identities (
  pk bigint generated always as identity primary key,
  user_pk bigint not null references users on delete cascade,
  provider text not null,
  subject text not null,
  nickname text not null,
  name text not null,
  picture_url text,
  linked_at timestamptz not null default now(),
  unique (provider, subject),
  unique (user_pk, provider)
);

-- In a table of its own, so that a query of identities reads no token. Both tokens are encrypted.
create table identity_tokens (
  identity_pk bigint primary key references identities on delete cascade,
  access_token bytea not null,
  refresh_token bytea,
  scopes text not null,
  expires_at timestamptz
);

-- Authorization requests: people who went to a provider and have not come back yet. A row is used
-- once. is_confirmation: it confirms the identity of the account user_pk, instead of linking
-- a provider to it. time_zone is that of the browser; an account that the sign-in creates gets
-- it.
create table social_starts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  verifier bytea not null,
  user_pk bigint references users on delete cascade,
  locale text not null,
  next text,
  expires_at timestamptz not null,
  time_zone text,
  is_adding boolean not null default false,
  is_confirmation boolean not null default false
);
create index social_starts_expiry on social_starts (expires_at);

-- A browser may have several accounts, each with a row. Only the row of the active account has a
-- token. The row with the highest activation is that of the account that was used last.
create table sessions (
  token_hash bytea unique,
  browser_id uuid not null,
  user_pk bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  id text primary key
    default translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'),
  slot smallint not null default 1 check (slot between 1 and 5),
  activation integer not null default 1,
  used_hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
  browser_name text,
  system_name text,
  unique (browser_id, slot),
  unique (browser_id, user_pk)
);
create unique index sessions_active on sessions (browser_id) where token_hash is not null;
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_pk);

-- The rows of a visitor don't change when the visitor signs in. Only this table shows which
-- account owns them afterwards. The visitor's identity is stored as a keyed hash and sealed.
create table adopted_visitors (
  visitor_tag bytea primary key,
  user_pk bigint not null references users on delete cascade,
  sealed_identity bytea not null
);
create index adopted_visitors_of_user on adopted_visitors (user_pk);

create table passkeys (
  pk bigint generated always as identity primary key,
  id text not null unique,
  user_pk bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  signatures_count bigint not null,
  transports text[] not null,
  name text not null,
  created_hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
  used_hour timestamptz
);
create index passkeys_user on passkeys (user_pk, pk);

-- user_pk is null in the challenge of a visitor who signs in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  user_pk bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- expires_at is set until a first code confirms the secret. Until then, the second factor is
-- off. last_step is the time step of the last accepted code, so that no code is accepted twice.
create table totp_factors (
  user_pk bigint primary key references users on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  expires_at timestamptz
);

create table recovery_codes (
  user_pk bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_pk, code_hash)
);

-- Links that are mailed to email. The mail contains the token and the row its hash, which is
-- null until the mail is sent. notify_change is a mail without a link. A revoked link can't be
-- used or mailed any more, but counts towards the maximum number of links for its address.
create table mail_links (
  id text primary key,
  purpose text not null
    check (purpose in (
      'confirm_email', 'confirm_identity', 'undo_email',
      'notify_change', 'reset_password'
    )),
  user_pk bigint not null references users on delete cascade,
  email text not null,
  token_hash bytea unique,
  expires_at timestamptz not null,
  is_revoked boolean not null default false
);
create index mail_links_email on mail_links (lower(email), purpose);
create index mail_links_expiry on mail_links (expires_at);
create index mail_links_user on mail_links (user_pk, purpose);

create table community_categories (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]*$' and id <> 'items'),
  "position" integer not null,
  names jsonb not null
);

-- names, descriptions and rules have a text for each language. search_text is the
-- searched text in one spelling; search_terms are its characters and pairs of characters, by
-- which the index finds it. Joining and leaving update members_count. Because this column has
-- no index and the low fill factor leaves room on the pages, such an update writes no index.
create table communities (
  pk bigint generated always as identity primary key,
  id text not null unique check (id ~ '^[a-z0-9][a-z0-9-]*$'),
  category_id text not null references community_categories (id),
  "position" integer not null,
  card_theme text not null,
  icon_uri text not null,
  main_image_uri text not null,
  names jsonb not null,
  descriptions jsonb not null,
  rules jsonb not null,
  search_text text not null,
  search_terms text[] not null,
  members_count integer not null default 0
) with (fillfactor = 20);
create index communities_search on communities using gin (search_terms);

-- The counts of a community in one language. A job computes all columns after questions_count.
create table community_languages (
  community_pk bigint not null references communities on delete cascade,
  locale text not null,
  questions_count integer not null default 0,
  featured_count integer not null default 0,
  week_answers_count integer not null default 0,
  is_popular boolean not null default false,
  ranked_at timestamptz,
  primary key (community_pk, locale)
);

-- The number of questions that were asked in each hour. With it, a list finds the hour in which a
-- late page begins without reading all questions of the earlier pages.
create table community_hours (
  community_pk bigint not null references communities on delete cascade,
  locale text not null,
  asked_hour timestamptz not null,
  questions_count integer not null,
  primary key (community_pk, locale, asked_hour)
);
create index community_hours_in_all_languages on community_hours (community_pk, asked_hour desc);

-- The number of members that two communities have in common; a job fills it.
create table similar_communities (
  community_pk bigint not null references communities on delete cascade,
  similar_pk bigint not null references communities on delete cascade,
  members_count integer not null,
  primary key (community_pk, similar_pk)
);

-- Each membership takes one of the account's three places, so that concurrent requests can't
-- create a fourth. month_answers_count counts the member's answers in the community in the last
-- 30 days.
create table community_members (
  community_pk bigint not null references communities on delete cascade,
  user_pk bigint not null references users on delete cascade,
  place smallint not null check (place between 1 and 3),
  joined_at timestamptz not null default now(),
  month_answers_count integer not null default 0,
  unique (community_pk, user_pk),
  primary key (user_pk, place)
);
create index community_members_active
  on community_members (community_pk, month_answers_count desc, user_pk);
create index community_members_latest
  on community_members (community_pk, joined_at desc, user_pk);

create table community_mutes (
  user_pk bigint not null references users on delete cascade,
  community_pk bigint not null references communities on delete cascade,
  primary key (user_pk, community_pk)
);

-- Of the time of asking, only the hour is stored. held: a filter holds the question until its
-- receiver decides. reported: it waits for moderators. dropped: it is never shown to its
-- receiver, and is kept so that a repeated request gets the same reply. A question of a community
-- has no receiver. It is shown; held, if the site's word lists stop it; or deleted: its
-- sender removed the text after somebody had answered. A row with a receiver and a community is
-- the daily question in an inbox: a copy of the question in original_pk.
create table questions (
  pk bigint generated always as identity primary key,
  uuid_hash text not null unique,
  receiver_pk bigint references users on delete cascade,
  status text not null default 'unread'
    check (status in (
      'unread', 'confirmed', 'hidden', 'held',
      'reported', 'dropped', 'shown', 'deleted'
    )),
  type text not null default 'text',
  body text not null,
  locale text not null,
  is_self boolean not null default false,
  is_answered boolean not null default false,
  is_ad_default boolean not null default true,
  asked_hour timestamptz not null,
  changed_hour timestamptz,
  stamp_id text,
  options text[] check (cardinality(options) between 2 and 4),
  is_baton boolean not null default false,
  held_by jsonb,
  is_welcome boolean not null default false,
  community_pk bigint references communities on delete cascade,
  original_pk bigint references questions on delete cascade,
  constraint questions_addressed check (receiver_pk is not null or community_pk is not null),
  constraint questions_copied
    check ((original_pk is not null) = (receiver_pk is not null and community_pk is not null)),
  constraint questions_options_given check ((type = 'choose') = (options is not null)),
  constraint questions_stamp_given check ((type = 'stamp') = (stamp_id is not null)),
  constraint questions_type_known check (type in ('text', 'stamp', 'choose'))
);
-- Finds the unread questions with the same stamp, which are answered together.
create index questions_by_stamp
  on questions (receiver_pk, stamp_id)
  where status = 'unread' and stamp_id is not null;
create unique index questions_copied_once
  on questions (original_pk, receiver_pk)
  where original_pk is not null;
create index questions_dropped on questions (asked_hour) where status = 'dropped';
create index questions_inbox on questions (receiver_pk, status, asked_hour desc, uuid_hash);
create index questions_unread_copies
  on questions (asked_hour)
  where original_pk is not null and status = 'unread';

-- The welcome letters that new accounts get from the service. The table inherits from
-- questions, so that statements that read questions find letters as well. It has its own keys.
-- A key between those of two questions would show that the account was created between them, and
-- so hint at who sent these questions. An answered letter moves to questions.
create table welcome_letters (
  primary key (pk),
  unique (uuid_hash),
  unique (receiver_pk),
  foreign key (receiver_pk) references users on delete cascade
) inherits (questions);
alter table welcome_letters alter column is_welcome set default true;
create index welcome_letters_inbox
  on welcome_letters (receiver_pk, status, asked_hour desc, uuid_hash);

-- The tag is a keyed hash of the sender and the number of the sender's question. The row stays if
-- the question is deleted, so that a search for the last number finds no gap.
create table sent_questions (
  tag bytea primary key,
  question_pk bigint unique references questions on delete set null
);

-- The encrypted sender and IP address of each question. The address is deleted after 90 days. No
-- endpoint returns these values. A sender has another pseudonym for each receiver, so that the
-- rows of two receivers can't be compared.
create table sealed_senders (
  question_pk bigint primary key references questions on delete cascade,
  sender bytea not null,
  address bytea,
  sealed_on date not null,
  pseudonym bytea
);
create index sealed_senders_age on sealed_senders (sealed_on) where address is not null;

-- The BRIN index is small and cheap to update, because answers are stored in the order of their
-- times.
create table answers (
  pk bigint generated always as identity primary key,
  id text not null unique,
  question_pk bigint not null references questions on delete cascade,
  answerer_pk bigint not null references users on delete cascade,
  text text not null,
  likes_count integer not null default 0,
  answered_at timestamptz not null default now(),
  chosen_option integer check (chosen_option between 0 and 3),
  edited_at timestamptz,
  is_ad_default boolean not null default true,
  community_pk bigint references communities on delete cascade,
  constraint answers_once_per_person unique (question_pk, answerer_pk)
);
create index answers_in_communities
  on answers (answered_at)
  include (community_pk, question_pk, answerer_pk)
  where community_pk is not null;
create index answers_of_days on answers using brin (answered_at);
create index answers_of_question on answers (question_pk, pk desc);
create index answers_of_user on answers (answerer_pk, pk desc);

create table answer_likes (
  answer_pk bigint not null references answers on delete cascade,
  actor_key bytea not null,
  primary key (answer_pk, actor_key)
);
create index answer_likes_of_actor on answer_likes (actor_key);

-- The result of each call that likes or unlikes an answer. A repeated call with the same
-- idempotency key finds it, gets the same reply and changes nothing.
create table like_toggles (
  tag bytea primary key,
  answer_id text not null,
  toggle_type text not null check (toggle_type in ('increment', 'decrement', 'none')),
  made_hour timestamptz not null
);
create index like_toggles_age on like_toggles (made_hour);

-- Passing a question on creates a new question; the sealed receiver is unsealed for the answerer
-- only. The row stays when the receiver's copy of the question is deleted. Otherwise its sender
-- could pass the question to the same receiver again once a dropped copy is deleted, and so find
-- out that it was dropped.
create table batons (
  tag bytea primary key,
  passed_question_pk bigint not null references questions on delete cascade,
  sealed_receiver bytea not null
);
create index batons_passed on batons (passed_question_pk);

-- Each blocked question has a block of its own, so that blocks don't show which questions have
-- the same sender. A block by name and a block by a question are two rows, even if they block the
-- same account: one row for both would reveal who asked. The account of a block by name is
-- sealed, since it may be the sender of dropped questions.
create table blocks (
  id text primary key,
  receiver_pk bigint not null references users on delete cascade,
  pseudonym bytea not null,
  sealed_account bytea,
  question_pk bigint unique references questions on delete set null,
  question_body text,
  blocked_hour timestamptz not null
);
create index blocks_by_pseudonym on blocks (receiver_pk, pseudonym);
create unique index blocks_once_by_name
  on blocks (receiver_pk, pseudonym)
  where sealed_account is not null;

create table reports (
  question_pk bigint primary key references questions on delete cascade,
  reporter_pk bigint not null references users on delete cascade,
  mode text not null check (mode in ('unit', 'multiple', 'multipleWithBlock')),
  reported_hour timestamptz not null
);

-- The columns of shown questions by which the lists of a community select and order them.
-- featured_rank is log2(answers + likes) + (hours from 1970 to asked_hour) / 48; null without
-- an answer.
create table community_questions (
  question_pk bigint primary key references questions on delete cascade,
  community_pk bigint not null references communities on delete cascade,
  locale text not null,
  asked_hour timestamptz not null,
  random_order integer not null,
  answers_count integer not null default 0,
  featured_rank float8
);
create index community_questions_featured
  on community_questions (community_pk, locale, featured_rank desc, random_order)
  include (question_pk)
  where featured_rank is not null;
create index community_questions_in_all_languages
  on community_questions (community_pk, asked_hour desc, random_order)
  include (question_pk);
create index community_questions_in_language
  on community_questions (community_pk, locale, asked_hour desc, random_order)
  include (question_pk);

-- Reports of questions (answer_pk is null) and answers, which are then hidden from the
-- reporter.
create table community_reports (
  reporter_pk bigint not null references users on delete cascade,
  question_pk bigint not null references questions on delete cascade,
  answer_pk bigint references answers on delete cascade,
  reported_hour timestamptz not null,
  unique nulls not distinct (reporter_pk, question_pk, answer_pk)
);

-- The best answers of the last week in each language, at most one of each account. A job writes
-- them.
create table recommended_answers (
  answer_pk bigint primary key references answers on delete cascade,
  answerer_pk bigint not null references users on delete cascade,
  locale text not null,
  rank float8 not null
);
create index recommended_answers_of_user on recommended_answers (answerer_pk);
create index recommended_answers_ranked on recommended_answers (locale, rank desc, answer_pk);

create table ng_words (
  pk bigint generated always as identity primary key,
  id text not null unique,
  user_pk bigint not null references users on delete cascade,
  word text not null,
  created_at timestamptz not null default now(),
  unique (user_pk, word)
);

-- The content of a notice and its hour are sealed. By comparing the hour with the hours of
-- answers, an attacker could guess which notice belongs to which question. Notices of answers
-- have no owner; their recipient finds them by the questions they have sent.
create table notices (
  id text primary key,
  tag bytea not null unique,
  owner_key bytea,
  sealed bytea not null,
  happened_on date not null
);
create index notices_age on notices (happened_on);
create index notices_of_owner on notices (owner_key, happened_on desc, id);

-- What each account and visitor has not seen yet. Sealed, so that no row shows who owns which
-- notices or unread answers.
create table read_states (
  owner_key bytea primary key,
  sealed bytea not null
);

-- Badges such as "New" on an entry of the navigation, which keyword names.
create table badges (
  uuid_hash text primary key,
  user_pk bigint not null references users on delete cascade,
  keyword text not null,
  unique (user_pk, keyword)
);

-- sealed contains the endpoint, its keys and the preferences of the device, padded.
-- browser_id is the browser of the session that subscribed; the device gets pushes until that
-- session ends.
create table push_subscriptions (
  id text primary key,
  user_pk bigint not null references users on delete cascade,
  browser_id uuid not null,
  sealed bytea not null,
  created_on date not null default current_date
);
create index push_subscriptions_user on push_subscriptions (user_pk);

create table follows (
  follower_pk bigint not null references users on delete cascade,
  followed_pk bigint not null references users on delete cascade,
  followed_at timestamptz not null default now(),
  check (follower_pk <> followed_pk),
  primary key (follower_pk, followed_pk)
);
create index followers_newest on follows (followed_pk, followed_at desc, follower_pk);
create index follows_followed on follows (followed_pk, follower_pk);
create index follows_newest on follows (follower_pk, followed_at desc, followed_pk);

-- The newest import of each account. run counts the account's imports, so that a job of an
-- earlier one changes nothing. available_at is the time from which the next import may start.
-- cursor is X's token of the next page of followers, waiting_until when X accepts the next
-- request. none: X was unlinked; the row stays because of available_at.
create table friend_imports (
  user_pk bigint primary key references users on delete cascade,
  run integer not null default 1,
  status text not null check (status in ('none', 'running', 'done', 'failed')),
  failure text check (failure in ('refused', 'unreachable', 'link_needed')),
  progress integer not null default 0,
  total integer,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  available_at timestamptz,
  cursor text,
  waiting_until timestamptz
);
create index friend_imports_waiting
  on friend_imports (waiting_until)
  where waiting_until is not null;

-- Followers on X as X described them. The table identities tells which of them have an account
-- on this site. run is the last import that found the follower. picture_url is the picture on
-- X that is still to be copied, picture_id the name of the copy's file.
create table imported_followers (
  user_pk bigint not null references users on delete cascade,
  subject text not null,
  nickname text not null,
  name text not null,
  introduction text not null,
  "position" integer not null,
  run integer not null,
  picture_url text,
  picture_id text,
  has_picture boolean not null default false,
  primary key (user_pk, subject)
);

create table achievements (
  pk bigint generated always as identity primary key,
  id text not null unique,
  user_pk bigint not null references users on delete cascade,
  kind text not null,
  earned_at timestamptz not null default now(),
  shown_at timestamptz,
  shared_at timestamptz,
  unique (user_pk, kind)
);

-- The newest archive of each account. run is a random number that the archive's job contains
-- too, so that the job of an earlier archive changes nothing. The file is stored under file_id,
-- which is different for each archive.
create table archive_exports (
  user_pk bigint primary key references users on delete cascade,
  run integer not null default 1,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  file_id text not null unique,
  progress integer not null default 0,
  total integer not null default 0,
  bytes bigint,
  updated_at timestamptz not null default now(),
  expires_at timestamptz
);
create index archive_exports_expiry on archive_exports (expires_at);

-- The newest import of each account. run is as in archive_exports. The parts of the file are
-- stored under file_id. attempts counts the attempts of the job; batches counts the stored
-- batches of records, and the next attempt continues after them. ArchiveImport of the contract
-- explains the counts and failures.
create table archive_imports (
  user_pk bigint primary key references users on delete cascade,
  run integer not null,
  file_id text not null unique,
  fingerprint text not null,
  bytes integer not null,
  received_parts integer not null default 0,
  status text not null default 'uploading'
    check (status in ('uploading', 'waiting', 'running', 'done', 'failed')),
  failure text check (failure in ('not_zip', 'foreign', 'version', 'unsafe', 'damaged', 'lost')),
  attempts integer not null default 0,
  batches integer not null default 0,
  progress integer not null default 0,
  total integer not null default 0,
  brought_count integer not null default 0,
  known_count integer not null default 0,
  malformed_count integer not null default 0,
  refused_count integer not null default 0,
  surplus_count integer not null default 0,
  words_count integer not null default 0,
  has_brought_introduction boolean not null default false,
  has_brought_picture boolean not null default false,
  updated_at timestamptz not null default now()
);
create index archive_imports_age on archive_imports (updated_at);

-- Answers from an archive, with their questions. They are apart from answers, so that no
-- ranking, timeline, counter, notice or list of senders finds them. The id is a keyed hash of the
-- content, so that an archive that is imported again adds nothing. The body is empty if the
-- question had been deleted.
create table brought_answers (
  id text primary key,
  user_pk bigint not null references users on delete cascade,
  type text not null check (type in ('text', 'stamp', 'choose')),
  body text not null,
  stamp_id text,
  options text[] check (cardinality(options) between 2 and 4),
  locale text not null,
  asked_hour timestamptz not null,
  is_sensitive boolean not null,
  text text not null,
  chosen_option integer check (chosen_option between 0 and 3),
  answered_at timestamptz not null,
  check ((type = 'stamp') = (stamp_id is not null)),
  check ((type = 'choose') = (options is not null))
);
create index brought_answers_of_user on brought_answers (user_pk, answered_at desc, id);

-- Reports of answers that an account has brought along, which are then hidden from the reporter.
create table brought_reports (
  brought_answer_id text not null references brought_answers (id) on delete cascade,
  reporter_pk bigint not null references users on delete cascade,
  reported_hour timestamptz not null,
  primary key (reporter_pk, brought_answer_id)
);
create index brought_reports_of_answer on brought_reports (brought_answer_id);

-- Messages from the contact form.
create table inquiries (
  pk bigint generated always as identity primary key,
  id text not null unique,
  email text not null,
  topic text not null,
  body text not null,
  locale text not null,
  user_pk bigint references users on delete set null,
  made_at timestamptz not null default now()
);
`;

export async function up(db: Db): Promise<void> {
  await db.query(schema);
}

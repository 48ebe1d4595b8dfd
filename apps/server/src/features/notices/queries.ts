import { formatDate, readCalendarDay } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Notice, noticesPerPage, shownPeople } from "@toibako/contract/notices.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager } from "#platform/http/pager.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { listAnsweredQuestions } from "../outbox/queries/answers.ts";
import {
  chooseReadState,
  formatDaySubject,
  groupNotices,
  isGrouped,
  isUnseen,
  listShownWith,
  type NoticeContent,
  readAnswerSubject,
  readQuestionId,
  unsealNotice,
} from "./policy.ts";
import { findAnswersOfDays } from "./queries/community-answers.ts";
import { findPeople, findQuoted, type Quoted } from "./queries/details.ts";
import { findReadStates, readCachedStatesAndBadges } from "./queries/read-states.ts";

type NoticeServices = Pick<Services, "db" | "secrets" | "sent_counts">;

/** The list of an account contains only this number of its newest notices. */
const maxListedNotices = 1_000;

// The hour is sealed, so rows of the same day are sorted after unsealing.
const selectNewest = statement(
  "notices.selectNewest",
  `
  select id as "id!", tag as "tag!", sealed as "sealed!" from (
    select id, tag, sealed, happened_on from notices where owner_key = :owner_key
    union all
    select id, tag, sealed, happened_on from notices where tag = any(:answer_tags::bytea[])
  ) own
  order by happened_on desc, id limit ${maxListedNotices}`,
);

const selectCount = statement(
  "notices.selectCount",
  `
  select (
    (select count(*) from notices where owner_key = :owner_key)
    + (select count(*) from notices where tag = any(:answer_tags::bytea[]))
  )::int as "count!"`,
);

const selectOne = statement(
  "notices.selectOne",
  "select id, tag, owner_key, sealed from notices where id = :id",
);

/**
 * Finds the parameters of the statements that select a person's notices. The notices of answers have no
 * owner; they are found by the questions that the person has sent.
 */
export async function findOwnParameters(
  services: NoticeServices,
  viewer: Viewer,
  identity: Buffer,
) {
  const { db, secrets } = services;
  const answered = await listAnsweredQuestions(db, services, viewer);
  return {
    owner_key: secrets.deriveNoticeOwner(identity),
    answer_tags: answered.flatMap(({ uuid_hash, days }) =>
      days === null
        ? [secrets.deriveNoticeTag(identity, "new_answer", uuid_hash)]
        : days.map((day) =>
            secrets.deriveNoticeTag(
              identity,
              "new_answer_to_community_question",
              formatDaySubject(uuid_hash, day),
            ),
          ),
    ),
  };
}

/** Lists a page of somebody's notices, newest hour first; within an hour in random order. */
export async function listNotices(
  services: Services,
  viewer: SignedIn,
  current_page: number,
  locale: Locale,
) {
  const groups = await listNoticeGroups(services, viewer);
  const first = countRowsBefore(current_page, noticesPerPage);
  const groupsOfPage = groups.slice(first, first + noticesPerPage);
  return {
    notices: await showNotices(services, viewer, locale, groupsOfPage),
    pager: createPager(current_page, noticesPerPage, groups.length),
  };
}

/** Lists somebody's notices in groups, newest hour first. Each group is shown as one notice. */
export async function listNoticeGroups(
  services: NoticeServices,
  viewer: Viewer & Pick<SignedIn, "user" | "identity">,
): Promise<UnsealedNotice[][]> {
  const { db, secrets } = services;
  const rows = await selectNewest(db, await findOwnParameters(services, viewer, viewer.identity));
  const unsealed = rows.flatMap((row) => unsealRow(secrets, row) ?? []);
  const sorted = unsealed.sort((a, b) => compareHours(b.content, a.content));
  return groupNotices(sorted, createDayReader(viewer));
}

/** Creates a function that finds the day of an hour in the viewer's time zone, and caches the days. */
function createDayReader({ user }: Pick<SignedIn, "user">): (happened_hour: string) => string {
  const days = new Map<string, string>();
  return (happened_hour) => {
    const day = days.get(happened_hour) ?? readCalendarDay(new Date(happened_hour), user.time_zone);
    days.set(happened_hour, day);
    return day;
  };
}

/**
 * Finds a notice and the earlier notices of its group, which its owner saw as one. Questions of the same hour count
 * as earlier, because their order is not revealed.
 */
export async function findGroup(
  services: NoticeServices,
  viewer: SignedIn,
  notice: UnsealedNotice,
): Promise<UnsealedNotice[]> {
  if (!isGrouped(notice.content.kind)) return [notice];
  const groups = await listNoticeGroups(services, viewer);
  const group = groups.find((members) => members.some(({ id }) => id === notice.id));
  return group ? listShownWith(group, notice) : [notice];
}

/** Counts all of somebody's notices. */
export async function countNotices(services: NoticeServices, viewer: Viewer): Promise<number> {
  if (!viewer.identity) return 0;
  const parameters = await findOwnParameters(services, viewer, viewer.identity);
  return (await selectCount(services.db, parameters))[0]?.count ?? 0;
}

interface UnsealedNotice {
  id: string;
  tag: Buffer;
  content: NoticeContent;
}

function unsealRow(
  secrets: Secrets,
  row: { id: string; tag: Uint8Array; sealed: Uint8Array },
): UnsealedNotice | undefined {
  const content = unsealNotice(secrets, row);
  return content && { id: row.id, tag: Buffer.from(row.tag), content };
}

/** Compares the hours as text, which is possible in ISO 8601. */
function compareHours(a: NoticeContent, b: NoticeContent): number {
  if (a.happened_hour === b.happened_hour) return 0;
  return a.happened_hour < b.happened_hour ? -1 : 1;
}

/** Finds a notice by its id, if it belongs to this identity. */
export async function findOwnNotice(
  db: Db,
  secrets: Secrets,
  identity: Buffer,
  id: string,
): Promise<UnsealedNotice | undefined> {
  const [row] = await selectOne(db, { id });
  const notice = row && unsealRow(secrets, row);
  if (!notice) return undefined;
  const { kind } = notice.content;
  const isOwn =
    chooseReadState(kind) === "answers"
      ? secrets.deriveNoticeTag(identity, kind, readAnswerSubject(notice.content)).equals(row.tag)
      : row.owner_key !== null && secrets.deriveNoticeOwner(identity).equals(row.owner_key);
  return isOwn ? notice : undefined;
}

export async function findNotice(services: Services, viewer: SignedIn, id: string, locale: Locale) {
  const notice = await findOwnNotice(services.db, services.secrets, viewer.identity, id);
  return notice && (await showNotices(services, viewer, locale, [[notice]]))[0];
}

/** The highest count that a badge shows. */
const maxUnseenCount = 100;

/** Counts somebody's unseen notices, at most 100. Visitors have none. */
export async function countUnseenNotices(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<number> {
  const { answers, others } = (await readCachedStatesAndBadges(services, viewer)).states;
  const count = (answers[0]?.unseen_notices ?? 0) + (others[0]?.unseen_notices ?? 0);
  // If the clocks of two processes differ, a removed notice may be subtracted twice, so that the sum is negative.
  return Math.min(Math.max(count, 0), maxUnseenCount);
}

async function showNotices(
  { db, secrets }: Services,
  { user, identity }: SignedIn,
  locale: Locale,
  groups: readonly UnsealedNotice[][],
): Promise<Notice[]> {
  const contents = groups.flat().map(({ content }) => content);
  const communityNotices = contents.filter(
    ({ kind }) => kind === "new_answer_to_community_question",
  );
  const [states, quotedByQuestion, answersOfDays, people] = await Promise.all([
    findReadStates(db, secrets, identity),
    findQuoted(
      db,
      user,
      contents.flatMap(({ urn }) => readQuestionId(urn) ?? []),
    ),
    findAnswersOfDays({ db, secrets }, user, communityNotices),
    findPeople(
      db,
      contents.flatMap(({ kind, urn }) => (kind === "new_follower" ? urn.slice(1) : [])),
    ),
  ]);
  const findQuotedOf = (content: NoticeContent) =>
    content.kind === "new_answer_to_community_question"
      ? answersOfDays.get(readAnswerSubject(content))
      : quotedByQuestion.get(readQuestionId(content.urn) ?? "");
  const reader = createDateReader(locale, user);
  return groups.flatMap((group) => {
    const [newest] = group;
    if (!newest) return [];
    const { kind, urn, happened_hour } = newest.content;
    const quoted = findQuotedOf(newest.content);
    const isSingle = group.length === 1;
    const quote = kind === "new_question" ? isSingle && quoted?.question : quoted?.answer;
    const peopleOfGroup =
      chooseReadState(kind) === "answers"
        ? [quoted?.answerer ?? []]
        : group.map(({ content }) => people.get(content.urn.slice(1)) ?? []);
    return {
      id: newest.id,
      kind,
      is_new: group.some((notice) => isUnseen(notice, states[chooseReadState(kind)])),
      text: describeGroup(
        group.map(({ content }) => content),
        nameNewestAnswerer(newest.content, quoted),
        locale,
      ),
      happened_hour,
      formatted_date_time: formatDate("hour", new Date(happened_hour), reader),
      urn: `/${locale}${isSingle ? urn : chooseGroupUrn(kind)}`,
      count: group.length,
      people: peopleOfGroup.flat().slice(0, shownPeople),
      quote: quote && quoted ? { text: quote, locale: quoted.locale } : null,
    };
  });
}

/** Puts the name of the newest remaining answerer into the notice of a day's answers to a community's question. */
function nameNewestAnswerer(content: NoticeContent, quoted: Quoted | undefined): NoticeContent {
  if (content.kind !== "new_answer_to_community_question" || !quoted?.answerer) return content;
  return { ...content, name: quoted.answerer.displaying_name };
}

/** Chooses the page that lists several questions or followers. */
const chooseGroupUrn = (kind: Notice["kind"]) =>
  kind === "new_question" ? "/box" : "/me/friends?tab=followers";

function describeGroup(group: NoticeContent[], newest: NoticeContent, locale: Locale): string {
  const { kind, name = "" } = newest;
  if (group.length === 1) {
    return translate(locale, findTextKey(newest), { count: newest.count, name });
  }
  if (kind === "new_question") {
    return translate(locale, "notice_new_questions", { count: group.length });
  }
  const values = { name, second: group[1]?.name ?? "", count: group.length - 2 };
  const key = group.length === 2 ? "notice_new_followers_two" : "notice_new_followers";
  return translate(locale, key, values);
}

/** Finds the text key of a notice, which for a new question depends on the question's type. */
function findTextKey({ kind, detail }: NoticeContent): TextKey {
  if (kind !== "new_question" || detail === undefined) return `notice_${kind}`;
  return `notice_new_${detail}`;
}

const selectUnreadQuestion = statement(
  "notices.selectUnreadQuestion",
  `
  select receiver_pk as "receiver_pk!", asked_hour, type, is_baton
  from questions where uuid_hash = :uuid_hash and status = 'unread'`,
);

const selectAnswered = statement(
  "notices.selectAnswered",
  `
  select q.uuid_hash, u.displaying_name as name
  from questions q
  join answers a on a.question_pk = q.pk
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where q.uuid_hash = any(:uuid_hashes::text[]) and not q.is_self and q.community_pk is null`,
);

const selectLiked = statement(
  "notices.selectLiked",
  `
  select a.id, a.answerer_pk, a.likes_count, q.uuid_hash, q.community_pk is not null as "is_of_community!"
  from answers a join questions q on q.pk = a.question_pk
  where a.pk = :answer_pk and a.likes_count > 0`,
);

const selectFollower = statement(
  "notices.selectFollower",
  `
  select u.id, u.account, u.displaying_name as name
  from follows join users u on u.pk = follows.follower_pk and u.left_at is null
  where follows.follower_pk = :follower_pk and follows.followed_pk = :followed_pk`,
);

/** Finds a follower; undefined if they no longer follow. */
export async function findFollower(db: Db, follower_pk: number, followed_pk: number) {
  return (await selectFollower(db, { follower_pk, followed_pk }))[0];
}

const selectFormerFollower = statement(
  "notices.selectFormerFollower",
  `
  select u.id from users u join users followed on followed.pk = :followed_pk
  where u.pk = :follower_pk and followed.destroyed_at is null and not exists (
    select from follows where follows.follower_pk = u.pk and follows.followed_pk = followed.pk
  )`,
);

/**
 * Finds an account that does not follow another one; undefined if it does, or if the other one is destroyed.
 */
export async function findFormerFollower(db: Db, follower_pk: number, followed_pk: number) {
  return (await selectFormerFollower(db, { follower_pk, followed_pk }))[0];
}

/** Finds a question if it is still unread. */
export async function findUnreadQuestion(db: Db, uuid_hash: string) {
  return (await selectUnreadQuestion(db, { uuid_hash }))[0];
}

/**
 * Selects the questions that are answered, with the answerers' names. Leaves out questions to oneself and to
 * communities.
 */
export function findAnsweredQuestions(db: Db, uuid_hashes: readonly string[]) {
  return selectAnswered(db, { uuid_hashes });
}

export async function findLikedAnswer(db: Db, answer_pk: number) {
  return (await selectLiked(db, { answer_pk }))[0];
}

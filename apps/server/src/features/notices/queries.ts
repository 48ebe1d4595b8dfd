import { formatDate, formatDayAndHour } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Notice, noticesPerPage, shownPeople } from "@toibako/contract/notices.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager } from "#platform/http/pager.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findRoomTitles } from "../rooms/queries/titles.ts";
import {
  createDayReader,
  emptyReadState,
  groupNotices,
  isReceived,
  isUnseen,
  type ListedNotice,
  listShownWith,
  maxUnread,
  type ReceivedNotice,
  readQuestionId,
  readRoomId,
  readSealedSubject,
  readTalkId,
  unsealNotice,
} from "./policy.ts";
import { findAnswersOfDays } from "./queries/community-answers.ts";
import { chooseGroupUrn, describeGroup } from "./queries/describe.ts";
import { findPartners, findPeople, findQuoted } from "./queries/details.ts";
import { readCachedStatesAndBadges, type StatesAndBadges } from "./queries/read-states.ts";
import { listSealedTags } from "./queries/sealed-tags.ts";

type NoticeServices = Pick<Services, "db" | "secrets" | "sent_counts">;

/** The list of an account contains only this number of its newest notices of each table. */
const maxListedNotices = 1_000;

const receivedColumns =
  "pk, id, kind, count, name, detail, urn, is_seen, happened_hour, written_hour";

const selectReceived = statement(
  "notices.selectReceived",
  `
  select ${receivedColumns} from received_notices where user_pk = :user_pk
  order by happened_hour desc, id limit ${maxListedNotices}`,
);
const selectReceivedById = statement(
  "notices.selectReceivedById",
  `select ${receivedColumns} from received_notices where user_pk = :user_pk and id = :id`,
);
// The hour is sealed, so rows of the same day are sorted after unsealing.
const selectSealed = statement(
  "notices.selectSealed",
  `
  select id, tag, sealed from notices where tag = any(:tags::bytea[])
  order by happened_on desc, id limit ${maxListedNotices}`,
);
const selectSealedById = statement(
  "notices.selectSealedById",
  "select id, tag, sealed from notices where id = :id",
);

const selectCount = statement(
  "notices.selectCount",
  `
  select (
    (select count(*) from received_notices where user_pk = :user_pk)
    + (select count(*) from notices where tag = any(:tags::bytea[]))
  )::int as "count!"`,
);

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
): Promise<ListedNotice[][]> {
  const { db } = services;
  const tags = await listSealedTags(services, viewer, viewer.identity);
  const [received, sealed, states] = await Promise.all([
    selectReceived(db, { user_pk: viewer.user.pk }),
    selectSealed(db, { tags }),
    readCachedStatesAndBadges(services, viewer),
  ]);
  const notices = [
    ...received.map(toReceived),
    ...sealed.flatMap((row) => unsealRow(services, row, states) ?? []),
  ];
  // Times in ISO 8601 can be compared as text.
  notices.sort((a, b) => (a.happened_hour < b.happened_hour ? 1 : -1));
  return groupNotices(notices, createDayReader(viewer.user));
}

/**
 * Finds a notice and the earlier notices of its group, which its owner saw as one. Questions of the same hour count
 * as earlier, because their order is not revealed.
 */
export async function findGroup(
  services: NoticeServices,
  viewer: SignedIn,
  notice: ListedNotice,
): Promise<ListedNotice[]> {
  const groups = isReceived(notice) ? await listNoticeGroups(services, viewer) : [];
  const group = groups.find((members) => members.some(({ id }) => id === notice.id));
  return group ? listShownWith(group, notice) : [notice];
}

/** Counts all of somebody's notices. Visitors have none. */
export async function countNotices(services: NoticeServices, viewer: Viewer): Promise<number> {
  const { user, identity } = viewer;
  if (!user || !identity) return 0;
  const tags = await listSealedTags(services, viewer, identity);
  return (await selectCount(services.db, { user_pk: user.pk, tags }))[0]?.count ?? 0;
}

function toReceived({
  happened_hour,
  written_hour,
  ...row
}: Row<"notices.selectReceived">): ReceivedNotice {
  return {
    ...row,
    // No code writes a notice of an answer into this table.
    kind: row.kind as ReceivedNotice["kind"],
    happened_hour: happened_hour.toISOString(),
    written_at: written_hour.toISOString(),
  };
}

function unsealRow(
  { secrets }: Pick<Services, "secrets">,
  { id, tag, sealed }: Row<"notices.selectSealed">,
  { states: [state = emptyReadState] }: StatesAndBadges,
): ListedNotice | undefined {
  const content = unsealNotice(secrets, { id, sealed });
  if (!content) return undefined;
  return { ...content, id, tag: Buffer.from(tag), is_seen: !isUnseen({ ...content, id }, state) };
}

/** Finds a notice by its id, if it belongs to this account. */
export async function findOwnNotice(
  services: Pick<Services, "db" | "secrets">,
  viewer: SignedIn,
  id: string,
): Promise<ListedNotice | undefined> {
  const { db, secrets } = services;
  const [received] = await selectReceivedById(db, { user_pk: viewer.user.pk, id });
  if (received) return toReceived(received);
  const [row] = await selectSealedById(db, { id });
  const notice = row && unsealRow(services, row, await readCachedStatesAndBadges(services, viewer));
  if (!notice || isReceived(notice)) return undefined;
  const tag = secrets.deriveNoticeTag(viewer.identity, notice.kind, readSealedSubject(notice));
  return tag.equals(notice.tag) ? notice : undefined;
}

export async function findNotice(services: Services, viewer: SignedIn, id: string, locale: Locale) {
  const notice = await findOwnNotice(services, viewer, id);
  return notice && (await showNotices(services, viewer, locale, [[notice]]))[0];
}

/** Counts somebody's unseen notices as the list shows them, at most 100. Visitors have none. */
export async function countUnseenNotices(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<number> {
  const { states, unseen_received } = await readCachedStatesAndBadges(services, viewer);
  const count = (states[0]?.unseen_notices ?? 0) + unseen_received;
  // If the clocks of two processes differ, a removed notice may be subtracted twice, so that the sum is negative.
  return Math.min(Math.max(count, 0), maxUnread);
}

async function showNotices(
  { db, secrets }: Services,
  { user }: SignedIn,
  locale: Locale,
  groups: readonly ListedNotice[][],
): Promise<Notice[]> {
  const notices = groups.flat();
  const communityNotices = notices.filter(isOfCommunity);
  const [quotedByQuestion, answersOfDays, followers, partners, roomTitles] = await Promise.all([
    findQuoted(
      db,
      user,
      notices.flatMap(({ urn }) => readQuestionId(urn) ?? []),
    ),
    findAnswersOfDays({ db, secrets }, user, communityNotices),
    findPeople(
      db,
      notices.flatMap(({ kind, urn }) => (kind === "new_follower" ? urn.slice(1) : [])),
    ),
    findPartners(
      db,
      user,
      notices.flatMap(({ urn }) => readTalkId(urn) ?? []),
    ),
    findRoomTitles(
      db,
      notices.flatMap(({ urn }) => readRoomId(urn) ?? []),
      locale,
    ),
  ]);
  const findQuotedOf = (notice: ListedNotice) =>
    isOfCommunity(notice)
      ? answersOfDays.get(readSealedSubject(notice))
      : quotedByQuestion.get(readQuestionId(notice.urn) ?? "");
  const findPerson = (notice: ListedNotice) => {
    const { kind, urn } = notice;
    if (kind === "new_talk_message") return partners.get(readTalkId(urn) ?? "");
    return isReceived(notice) ? followers.get(urn.slice(1)) : findQuotedOf(notice)?.answerer;
  };
  const reader = createDateReader(locale, user);
  return groups.flatMap((group) => {
    const [newest] = group;
    if (!newest) return [];
    const { kind, urn, happened_hour } = newest;
    const quoted = findQuotedOf(newest);
    const isSingle = group.length === 1;
    const quote = kind === "new_question" ? isSingle && quoted?.question : quoted?.answer;
    const people = group.flatMap((notice) => findPerson(notice) ?? []);
    const { day, hour } = formatDayAndHour(new Date(happened_hour), reader);
    return {
      id: newest.id,
      kind,
      is_new: group.some(({ is_seen }) => !is_seen),
      text: describeGroup(group, nameNotice(newest, people[0], roomTitles), locale),
      happened_hour,
      formatted_date_time: formatDate("hour", new Date(happened_hour), reader),
      formatted_day: day,
      formatted_hour: hour,
      urn: `/${locale}${isSingle ? urn : chooseGroupUrn(kind)}`,
      count: group.length,
      people: people.slice(0, shownPeople),
      quote: quote && quoted ? { text: quote, locale: quoted.locale } : null,
    };
  });
}

const isOfCommunity = (notice: ListedNotice): notice is Exclude<ListedNotice, ReceivedNotice> =>
  notice.kind === "new_answer_to_community_question";

/**
 * Puts a present name into a notice that is stored without one, or with that of an earlier answer: of the person of a
 * message, of the room of a reply, or of the person of a day's answers to a community's question.
 */
function nameNotice(
  notice: ListedNotice,
  person: Notice["people"][number] | undefined,
  roomTitles: ReadonlyMap<string, string>,
): ListedNotice {
  const room_uuid = readRoomId(notice.urn);
  if (room_uuid !== undefined) return { ...notice, name: roomTitles.get(room_uuid) ?? "" };
  const isNamed = notice.kind === "new_talk_message" || isOfCommunity(notice);
  return isNamed && person ? { ...notice, name: person.displaying_name } : notice;
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

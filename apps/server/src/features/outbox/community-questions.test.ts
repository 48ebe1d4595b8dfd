import { deleteAnswer } from "@toibako/contract/answers.ts";
import {
  listCommunityQuestions,
  listOwnCommunityItems,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  listSendQuestions,
  listWaitingQuestions,
  readSendItems,
  withdrawQuestion,
} from "@toibako/contract/outbox.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { deleteCommunityQuestion } from "../questions/commands/delete-community-question.ts";
import { listAnsweredQuestions } from "./queries/answers.ts";

// Kenta asks; Yui and Aoi answer; Mei reads.
const site = await openSite();
const kenta = await site.registerPerson("kenta");
const yui = await site.registerPerson("yui");
const aoi = await site.registerPerson("aoi");
const mei = await site.registerPerson("mei", "en");

const games = { community_id: "games", category_id: "hobby" };
const gamesCommunity = { id: "games", category_id: "hobby", name: "ゲーム", is_popular: false };

const ask = async (body: string, sender = kenta) =>
  (await sender.send(postCommunityQuestion, { params: games, body: { body } })).data.uuid_hash;

async function answer(answerer: Browser, uuid: string, body: string) {
  const params = { ...games, uuid };
  const { data } = await answerer.send(postCommunityAnswer, { params, body: { body } });
  return data.answer.id;
}

const listWaiting = async (sender: Browser) =>
  (await sender.send(listWaitingQuestions, {})).data.questions;
const listSent = async (sender: Browser) => (await sender.send(listSendQuestions, {})).data;
const withdraw = (sender: Browser, id: string) => sender.send(withdrawQuestion, { params: { id } });

async function runSql(sql: string, ...values: unknown[]) {
  const { rows } = await site.services.database.executeSql(sql, values);
  return rows as Record<string, unknown>[];
}

async function readQuestionsCount() {
  const [row] = await runSql(
    `select questions_count from community_languages language join communities c on c.pk = language.community_pk
    where c.id = 'games' and language.locale = 'ja'`,
  );
  return row?.questions_count;
}

/** Creates a viewer with only the identity of an account, which suffices to delete its questions. */
async function createViewer(account: string): Promise<Viewer> {
  const [row] = await runSql("select pk from users where account = $1", account);
  const identity = site.services.secrets.deriveAccountIdentity(Number(row?.pk));
  const emptyFields = { user: undefined, like_actor: undefined, visitor_since: undefined };
  return { ...emptyFields, identity, adopted_identities: [] };
}

const deleteAs = async (account: string, uuid: string) =>
  deleteCommunityQuestion(site.services, await createViewer(account), uuid);

test("COMM-42 COMM-45 an unanswered question to a community is listed as waiting, with the community as its receiver, and can be withdrawn", async () => {
  const before = await readQuestionsCount();
  const uuid = await ask("だれか答えて");
  const [waiting] = await listWaiting(kenta);
  expect(waiting).toMatchObject({
    uuid_hash: uuid,
    body: "だれか答えて",
    receiver_account: "",
    receiver_displaying_name: "#ゲーム",
    receiver_icon_url: "/community-pictures/icons/games.svg",
    associated_community: gamesCommunity,
  });
  expect(await readQuestionsCount()).toBe(Number(before) + 1);
  expect((await withdraw(yui, uuid)).status).toBe(404);
  const [paths] = await site.collectInvalidatedPages(() => withdraw(kenta, uuid));
  expect(paths).toContain("/communities/games/categories/hobby/items");
  expect(await listWaiting(kenta)).toEqual([]);
  expect(await readQuestionsCount()).toBe(before);
  expect((await withdraw(kenta, uuid)).status).toBe(404);
  expect(await runSql("select pk from questions where uuid_hash = $1", uuid)).toEqual([]);
});

test("COMM-42 COMM-45 a held question of a community is listed as waiting and withdrawn like a shown one", async () => {
  const before = await readQuestionsCount();
  const uuid = await ask("止められた");
  await runSql(
    // As if a filter had held it: a held question is neither listed nor counted.
    `with deleted_listing as (
      delete from community_questions listed using questions q
      where listed.question_pk = q.pk and q.uuid_hash = $1 returning listed.community_pk, listed.locale
    ), updated_count as (
      update community_languages language set questions_count = language.questions_count - 1 from deleted_listing
      where language.community_pk = deleted_listing.community_pk and language.locale = deleted_listing.locale
    )
    update questions set status = 'held' where uuid_hash = $1`,
    uuid,
  );
  expect((await listWaiting(kenta)).map(({ uuid_hash }) => uuid_hash)).toEqual([uuid]);
  expect((await withdraw(kenta, uuid)).status).toBe(204);
  expect(await readQuestionsCount()).toBe(before);
});

test("COMM-42 every answer to a question of a community is listed, the newest as unread, and an answered question can't be withdrawn", async () => {
  const uuid = await ask("二人に聞く");
  const first = await answer(yui, uuid, "一人目");
  const second = await answer(aoi, uuid, "二人目");
  await site.services.jobs.drain();
  expect(await listWaiting(kenta)).toEqual([]);
  const { answers, pager } = await listSent(kenta);
  expect(pager.total_count).toBe(2);
  expect(answers).toMatchObject([
    { id: second, text: "二人目", is_unread: true, associated_community: gamesCommunity },
    { id: first, text: "一人目", is_unread: false, related_question_id_hash: uuid },
  ]);
  const { error } = await withdraw(kenta, uuid);
  expect(error?.code).toBe("already_answered");
  await kenta.send(readSendItems, {});
  expect((await listSent(kenta)).answers.map(({ is_unread }) => is_unread)).toEqual([false, false]);
});

test("COMM-45 a deleted question that has answers leaves its sender's lists and every community list; the answers stay", async () => {
  const before = await readQuestionsCount();
  const uuid = await ask("秘密の質問文");
  const id = await answer(yui, uuid, "残る答え");
  await site.services.jobs.drain();
  for (const account of ["yui", "mei"]) {
    await expect(deleteAs(account, uuid)).rejects.toMatchObject({ code: "not_found" });
  }
  const [paths] = await site.collectInvalidatedPages(() => deleteAs("kenta", uuid));
  expect(paths).toEqual(
    expect.arrayContaining([
      "/yui",
      `/q/${uuid}`,
      `/communities/games/categories/hobby/items/${uuid}/`,
    ]),
  );
  await site.services.jobs.drain();
  expect(await readQuestionsCount()).toBe(before);
  const [row] = await runSql(
    `select q.status, q.body, sealed_senders.question_pk as sealed, sent_questions.question_pk as sent
    from questions q
    left join sealed_senders on sealed_senders.question_pk = q.pk
    left join sent_questions on sent_questions.question_pk = q.pk
    where q.uuid_hash = $1`,
    uuid,
  );
  expect(row).toEqual({ status: "deleted", body: "", sealed: null, sent: null });

  const listed = await mei.send(listCommunityQuestions, {
    params: games,
    query: { all_languages: "true" },
  });
  expect(listed.text).not.toContain(uuid);
  const ownItems = await kenta.send(listOwnCommunityItems, { params: games });
  expect(ownItems.text).not.toContain(uuid);
  const sent = await kenta.send(listSendQuestions, {});
  expect(sent.text).not.toContain(uuid);
  expect((await kenta.send(listNotices, {})).text).not.toContain(uuid);
  const { items } = (await mei.send(listItems, { query: { account: "yui" } })).data;
  expect(items[0]).toMatchObject({
    answer_id: id,
    answer_body: "残る答え",
    body: "",
    is_deleted: true,
  });
  const shown = await mei.send(getQuestion, { params: { id: uuid }, query: { answer_id: id } });
  expect(shown.data.question.is_deleted).toBe(true);
  await expect(deleteAs("kenta", uuid)).rejects.toMatchObject({ code: "not_found" });

  await yui.send(deleteAnswer, { params: { id } });
  expect(await runSql("select pk from questions where uuid_hash = $1", uuid)).toEqual([]);
});

test("COMM-43 COMM-45 deleting a question removes its copies from inboxes and lowers their counts", async () => {
  const uuid = await ask("今日の質問");
  await runSql(
    `with copy as (
      insert into questions (uuid_hash, receiver_pk, community_pk, original_pk, type, body, locale, asked_hour)
      select left(md5($1), 22), u.pk, q.community_pk, q.pk, q.type, q.body, q.locale, q.asked_hour
      from questions q, users u where q.uuid_hash = $1 and u.account = 'mei'
    )
    update users set unread_questions_count = unread_questions_count + 1 where account = 'mei'`,
    uuid,
  );
  await deleteAs("kenta", uuid);
  await site.services.jobs.drain();
  const [counts] = await runSql(
    "select unread_questions_count as unread from users where account = 'mei'",
  );
  expect(counts).toEqual({ unread: 0 });
  expect(await runSql("select pk from questions where original_pk is not null")).toEqual([]);
});

test("COMM-45 an answer to a question that is being deleted is either stored, so that the emptied question stays, or refused", async () => {
  for (let index = 0; index < 5; index++) {
    const uuid = await ask(`競争${index}`);
    const params = { ...games, uuid };
    const [answered] = await Promise.all([
      yui.send(postCommunityAnswer, { params, body: { body: "はい" } }),
      deleteAs("kenta", uuid),
    ]);
    const rows = await runSql(
      "select q.status, (select count(*)::int from answers where question_pk = q.pk) as answers from questions q where uuid_hash = $1",
      uuid,
    );
    const expectedRows = answered.status === 201 ? [{ status: "deleted", answers: 1 }] : [];
    expect(rows).toEqual(expectedRows);
    if (answered.status !== 201) expect(answered.status).toBe(404);
  }
});

test("PROF-16 COMM-42 the newest 1,000 answers to a question are listed and counted, without those of left accounts", async () => {
  const rio = await site.registerPerson("rio");
  const uuid = await ask("みんな教えて", rio);
  await runSql(
    `with answerers as (
      insert into users (id, account, displaying_name, locale, left_at)
      select 'answerer ' || n, 'answerer_' || n, 'answerer', 'ja', case when n > 1008 then now() end
      from generate_series(1, 1010) n returning pk, id
    )
    insert into answers (id, question_pk, answerer_pk, text, community_pk, answered_at)
    select 'answer ' || answerers.pk, q.pk, answerers.pk, 'はい', q.community_pk, now()
    from answerers, questions q where q.uuid_hash = $1 order by answerers.pk`,
    uuid,
  );
  const { answers, pager } = await listSent(rio);
  expect(answers).toHaveLength(pager.limit);
  expect(pager.total_count).toBe(1_000);
  const today = new Date().toISOString().slice(0, 10);
  const { services } = site;
  const answered = await listAnsweredQuestions(services.db, services, await createViewer("rio"));
  expect(answered).toEqual([{ uuid_hash: uuid, days: [today] }]);
});

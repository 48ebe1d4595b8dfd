import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer, putAnswer } from "@toibako/contract/answers.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks; Yui answers, and changes her answers.
const site = await openSite();
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");

async function createAnsweredQuestion(body: string, text: string, sender: Browser = kenta) {
  const uuid = await site.askQuestion(sender, "yui", body);
  const { data } = await yui.send(postAnswer, {
    params: { question_id: uuid },
    body: { text },
  });
  return { uuid, id: data.answer.id };
}

const editAnswer = (answerer: Browser, id: string, text: string) =>
  answerer.send(putAnswer, { params: { id }, body: { text } });
const removeAnswer = (answerer: Browser, id: string) =>
  answerer.send(deleteAnswer, { params: { id } });
const readAnswerText = async (uuid: string, viewer: Browser = site.openBrowser("en")) =>
  (await viewer.send(getQuestion, { params: { id: uuid } })).data.question.item?.answer_body;
const listNoticeKinds = async (person: Browser) =>
  (await person.send(listNotices, {})).data.notices.map(({ kind }) => kind);

/** Makes an answer older by `interval`. */
const ageAnswer = (id: string, interval: string) =>
  site.services.database.executeSql(
    "update answers set answered_at = answered_at - $2::interval where id = $1",
    [id, interval],
  );

const listInvalidatedPaths = async (work: () => Promise<unknown>) =>
  (await site.collectInvalidatedPages(work)).flat();

test("ANS-06 an answer can be edited several times within a quarter of an hour", async () => {
  const { uuid, id } = await createAnsweredQuestion("How?", "Like taht");
  const first = await editAnswer(yui, id, "  Like that\r\n");
  expect([first.status, first.data]).toEqual([
    200,
    { answer: { id, text: "Like that", chosen_option: null } },
  ]);
  await ageAnswer(id, "14 minutes 50 seconds");
  expect((await editAnswer(yui, id, "Like this")).status).toBe(200);
  expect(await readAnswerText(uuid)).toBe("Like this");
});

test("ANS-06 an edit after a quarter of an hour is refused in the answerer's language and changes nothing", async () => {
  const { uuid, id } = await createAnsweredQuestion("When?", "Then");
  await ageAnswer(id, "15 minutes");
  const refused = await editAnswer(yui, id, "Now");
  expect([refused.status, refused.error?.code]).toEqual([422, "edit_too_late"]);
  expect(refused.error?.messages).toEqual([
    "You can edit an answer for 15 minutes only. You can still delete it at any time.",
  ]);
  yui.locale = "ko";
  expect((await editAnswer(yui, id, "Now")).error?.messages[0]).toContain("15분");
  yui.locale = "en";
  expect(await readAnswerText(uuid)).toBe("Then");
});

test("ANS-01 ANS-06 an edited text obeys the rules for answers", async () => {
  const { uuid, id } = await createAnsweredQuestion("Which?", "That");
  for (const text of ["", " \n", "a".repeat(5001)]) {
    const refused = await editAnswer(yui, id, text);
    expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([400, ["text"]]);
  }
  expect(await readAnswerText(uuid)).toBe("That");
});

test("ANS-05 ANS-06 PRIV-12 only the answerer edits or deletes an answer", async () => {
  const { uuid, id } = await createAnsweredQuestion("Whose?", "Mine");
  const missing = await editAnswer(kenta, "AAAAAAAAAAAAAAAAAAAAAA", "Yours");
  const refused = await editAnswer(kenta, id, "Yours");
  expect([refused.status, refused.text]).toEqual([404, missing.text]);
  expect((await removeAnswer(kenta, id)).status).toBe(404);
  expect((await editAnswer(site.openBrowser(), id, "Yours")).status).toBe(401);
  expect((await removeAnswer(site.openBrowser(), id)).status).toBe(401);
  expect(await readAnswerText(uuid)).toBe("Mine");
});

test("ANS-06 PRIV-10 an edit invalidates the cached pages and replaces the stored picture of the answer", async () => {
  const { uuid, id } = await createAnsweredQuestion("What?", "This");
  await site.services.jobs.drain();
  const listCardFiles = () => site.services.storage.list(`cards/questions/${uuid}`);
  const before = (await listCardFiles()).filter((name) => name.startsWith("answer-"));
  const invalidated = await listInvalidatedPaths(() => editAnswer(yui, id, "That"));
  expect(invalidated).toEqual(["/yui", `/q/${uuid}`]);
  await site.services.jobs.drain();
  const after = (await listCardFiles()).filter((name) => name.startsWith("answer-"));
  expect([before.length, after.length]).toEqual([1, 1]);
  expect(after).not.toEqual(before);
});

test("ANS-06 PRIV-10 a deleted answer disappears from pages, API replies, lists and pictures", async () => {
  // The page of another question lists the deleted answer, too.
  const other = await createAnsweredQuestion("Public?", "Yes");
  const { uuid, id } = await createAnsweredQuestion("Secret?", "Told");
  await kenta.send(toggleLike, { body: { answer_id: id } });
  await site.services.jobs.drain();
  expect(await listNoticeKinds(kenta)).toContain("new_answer");
  expect(await listNoticeKinds(yui)).toContain("new_answer_like");
  const countUnreadAnswers = async () => (await kenta.send(getUnreadCounts, {})).data.send_items;
  const unreadAnswers = await countUnreadAnswers();
  const countLikes = async () =>
    (await kenta.send(getUser, { params: { id: "yui" } })).data.user.answer_likes_count;
  const likes = await countLikes();

  const invalidated = await listInvalidatedPaths(() => removeAnswer(yui, id));
  expect(invalidated).toEqual(expect.arrayContaining(["/yui", `/q/${uuid}`, `/q/${other.uuid}`]));
  await site.services.jobs.drain();

  for (const viewer of [kenta, site.openBrowser()]) {
    expect((await viewer.send(getQuestion, { params: { id: uuid } })).status).toBe(404);
    expect((await viewer.send(listLatestAnswers, { params: { uuid } })).status).toBe(404);
    expect((await viewer.send(toggleLike, { body: { answer_id: id } })).status).toBe(404);
    for (const suffix of ["", ".tall", ".answer"]) {
      expect((await viewer.sendRaw("GET", `/cards/questions/${uuid}${suffix}.png`)).status).toBe(
        404,
      );
    }
    const { items } = (await viewer.send(listItems, { query: { account: "yui" } })).data;
    expect(items.map((item) => item.uuid_hash)).not.toContain(uuid);
  }
  expect(await site.services.storage.list(`cards/questions/${uuid}`)).toEqual([]);
  const { answers } = (await kenta.send(listSendQuestions, {})).data;
  expect(answers.map((answer) => answer.id)).not.toContain(id);
  expect(await countUnreadAnswers()).toBe(unreadAnswers - 1);
  expect(await countLikes()).toBe(likes - 1);
  expect(await listNoticeKinds(yui)).not.toContain("new_answer_like");
  const { notices } = (await kenta.send(listNotices, {})).data;
  expect(notices.map(({ urn }) => urn)).not.toContain(`/en/q/${uuid}`);
  expect((await removeAnswer(yui, id)).status).toBe(404);
});

test.each(["confirmed", "hidden"] as const)(
  "ANS-06 ANS-04 deleting an answer whose question is %s makes the question unread, and it can be answered again",
  async (status) => {
    const { uuid, id } = await createAnsweredQuestion(`Again, ${status}?`, "First");
    await yui.send(changeQuestion, { params: { id: uuid }, body: { status } });
    expect((await removeAnswer(yui, id)).status).toBe(204);
    const { items } = (await yui.send(listReceivedItems, { query: { limit: "20" } })).data;
    expect(items.find((item) => item.uuid_hash === uuid)).toMatchObject({
      status: "unread",
      is_answered: false,
    });
    const call = { params: { question_id: uuid }, body: { text: "Second" } };
    expect((await yui.send(postAnswer, call)).status).toBe(201);
    expect(await readAnswerText(uuid, kenta)).toBe("Second");
    await site.services.jobs.drain();
    expect((await listNoticeKinds(kenta)).length).toBeGreaterThan(0);
  },
);

test("ANS-06 an old answer can be deleted, and two deletions count once", async () => {
  const { id } = await createAnsweredQuestion("Old?", "Very");
  await ageAnswer(id, "400 days");
  const count = async () =>
    (await kenta.send(getUser, { params: { id: "yui" } })).data.user.answers_count;
  const before = await count();
  const replies = await Promise.all([removeAnswer(yui, id), removeAnswer(yui, id)]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404]);
  expect(await count()).toBe(before - 1);
});

test("ANS-06 PROF-12 likes that arrive while an answer is being deleted don't make the count of likes wrong", async () => {
  const { id } = await createAnsweredQuestion("Both?", "At once");
  const visitors = Array.from({ length: 8 }, () => site.openBrowser());
  const likes = visitors.map((visitor) => visitor.send(toggleLike, { body: { answer_id: id } }));
  const [deleted, ...liked] = await Promise.all([removeAnswer(yui, id), ...likes]);
  expect(deleted.status).toBe(204);
  for (const { status } of liked) expect([200, 404]).toContain(status);
  const { rows } = await site.services.database.executeSql(`
    select u.answer_likes_count as stored, (
      select count(*)::int from answer_likes likes join answers a on a.pk = likes.answer_pk
      where a.answerer_pk = u.pk) as counted
    from users u where u.account = 'yui'`);
  const [{ stored, counted }] = rows as [{ stored: number; counted: number }];
  expect(stored).toBe(counted);
});

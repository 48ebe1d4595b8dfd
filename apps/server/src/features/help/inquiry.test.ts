import { postInquiry } from "@toibako/contract/help.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url, operator_email: "desk@example.com" });

test("SHELL-25 an inquiry is mailed to the operator with its sender as the reply address", async () => {
  const body = {
    email: "mei@example.com",
    topic: "usage",
    body: "使い方を教えてください。",
  } as const;
  expect((await site.openBrowser().send(postInquiry, { body })).status).toBe(201);
  await site.services.jobs.drain();
  expect(mailServer.mails).toMatchObject([
    {
      to: ["desk@example.com"],
      reply_to: "mei@example.com",
      text: expect.stringContaining(body.body),
    },
  ]);
});

test("SHELL-25 an invalid address and an empty text are refused with field errors", async () => {
  const refused = await site.openBrowser("en").send(postInquiry, {
    body: { email: "no address", topic: "other", body: "?" },
  });
  expect(refused).toMatchObject({
    status: 400,
    error: { details: { email: [expect.any(String)] } },
  });
  const empty = await site.openBrowser("en").send(postInquiry, {
    body: { email: "mei@example.com", topic: "other", body: " \n" },
  });
  expect(empty.error?.details).toEqual({ body: ["Please write something."] });
});

test("SHELL-25 a repeated idempotency key stores one inquiry; with other content it is refused", async () => {
  const body = { email: "mei@example.com", topic: "usage", body: "一度だけ" } as const;
  const visitor = site.openBrowser();
  const headers = { "idempotency-key": "inquiry-once" };
  const before = mailServer.mails.length;
  const replies = await Promise.all(
    [1, 2, 3].map(() => visitor.send(postInquiry, { body }, headers)),
  );
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  for (const other of [
    { body: "別の文" },
    { topic: "other" as const },
    { email: "a@example.com" },
  ]) {
    const reused = await visitor.send(postInquiry, { body: { ...body, ...other } }, headers);
    expect([reused.status, reused.error?.code]).toEqual([409, "key_reused"]);
  }
  await site.services.jobs.drain();
  expect(mailServer.mails.slice(before).map(({ text }) => text.trim())).toEqual([body.body]);
});

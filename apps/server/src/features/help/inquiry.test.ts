import { postInquiry } from "@toibako/contract/help.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const post = await startMailCatcher();
afterAll(() => post.close());
const site = await openSite({ smtp_url: post.url, operator_email: "desk@example.com" });

test("SHELL-25 an inquiry is kept and mailed to the operator, who can answer it", async () => {
  const body = {
    email: "mei@example.com",
    topic: "usage",
    body: "使い方を教えてください。",
  } as const;
  expect((await site.visitor().send(postInquiry, { body })).status).toBe(201);
  await site.services.jobs.drain();
  expect(post.mails).toMatchObject([
    {
      to: ["desk@example.com"],
      reply_to: "mei@example.com",
      text: expect.stringContaining(body.body),
    },
  ]);
});

test("SHELL-25 a bad address and an empty text are refused at their fields", async () => {
  const refused = await site.visitor("en").send(postInquiry, {
    body: { email: "no address", topic: "other", body: "?" },
  });
  expect(refused).toMatchObject({
    status: 400,
    error: { details: { email: [expect.any(String)] } },
  });
  const empty = await site.visitor("en").send(postInquiry, {
    body: { email: "mei@example.com", topic: "other", body: " \n" },
  });
  expect(empty.error?.details).toEqual({ body: ["Please write something."] });
});

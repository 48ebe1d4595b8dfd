import { getCurrentUser, login } from "@toibako/contract/accounts.ts";
import { listBrowserAccounts, listSessions } from "@toibako/contract/sessions.ts";
import { expect, test } from "vitest";
import { migrate } from "#platform/database/migrate.ts";
import { createSecrets, createToken, hashToken } from "#platform/identity/secrets.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import { openEmptyDatabase } from "#platform/testing/database.ts";
import { openSite, password } from "#platform/testing/site.ts";

const secret_key = Buffer.from("the key of a site with sessions of the earlier release");
const database = await openEmptyDatabase();
await migrate(database.db, createSecrets(secret_key), "20261123T0910-daily-community-questions");
const token = createToken();
await database.executeSql(
  `with new_user as (
     insert into users (id, account, displaying_name, locale)
     values ('AAAAAAAAAAAAAAAAAAAAAA', 'early', 'early', 'ja') returning pk
   )
   insert into sessions (token_hash, browser_id, user_pk, created_at, expires_at)
   select $1, gen_random_uuid(), pk, now() - interval '3 days', now() + interval '1 day' from new_user`,
  [hashToken(token)],
);
await migrate(database.db, createSecrets(secret_key));
const site = await openSite({ secret_key }, { database });

test("AUTH-14 AUTH-22 a session of the earlier release stays signed in, and its browser can add an account", async () => {
  const browser = site.openBrowser();
  browser.cookies.set(sessionCookie, token);
  const { data } = await browser.send(getCurrentUser, {});
  expect("user" in data && data.user.account).toBe("early");
  const { sessions } = (await browser.send(listSessions, {})).data;
  expect(sessions).toMatchObject([{ is_current: true, browser_name: null }]);

  await site.registerPerson("later");
  const body = { account: "later", password };
  expect((await browser.send(login, { body, query: { mal: "1" } })).status).toBe(200);
  const { accounts } = (await browser.send(listBrowserAccounts, {})).data;
  expect(accounts.map(({ account }) => account)).toEqual(["early", "later"]);
});

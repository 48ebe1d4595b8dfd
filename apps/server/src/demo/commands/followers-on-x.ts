import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { sealTokens } from "../../features/accounts/commands/provider-tokens.ts";
import { peopleOnX } from "../people-on-x.ts";

// Links each account to X and stores its followers on X: all other people on X with its language. The import
// ended long enough ago that it can be started again; `run` is its number.
const insertFollowersOnX = statement(
  "demo.insertFollowersOnX",
  `
  with people as (
    select * from jsonb_to_recordset(:people::jsonb) as given
      (subject text, nickname text, name text, introduction text, locale text, account text,
       sealed_token text)
  ), linked_accounts as (
    insert into identities (user_pk, provider, subject, nickname, name)
    select u.pk, 'twitter', people.subject, people.nickname, people.name from people join users u using (account)
    returning pk, user_pk, subject
  ), new_tokens as (
    insert into identity_tokens (identity_pk, access_token, scopes)
    select linked_accounts.pk, decode(people.sealed_token, 'hex'), 'tweet.write follows.read'
    from linked_accounts join people using (subject) where people.sealed_token is not null
  ), followers as (
    select linked_accounts.user_pk, follower.* from linked_accounts
    join people person using (subject)
    join people follower on follower.locale = person.locale and follower.subject <> person.subject
  ), new_imports as (
    insert into friend_imports (user_pk, status, progress, total, started_at, updated_at)
    select user_pk, 'done', count(*)::int, count(*)::int, now() - interval '1 day', now() - interval '1 day'
    from followers group by user_pk
    returning user_pk, run
  )
  insert into imported_followers
    (user_pk, subject, nickname, name, introduction, position, run)
  select followers.user_pk, followers.subject, followers.nickname, followers.name, followers.introduction,
    (row_number() over (partition by followers.user_pk order by md5(followers.subject)))::int, new_imports.run
  from followers join new_imports using (user_pk)`,
);

/** Stores followers on X of each account, and with the sandbox in place of X, tokens to import them again. */
export async function populateFollowersOnX({
  db,
  secrets,
  config,
}: Pick<Services, "db" | "secrets" | "config">): Promise<void> {
  const hasSandbox = config.provider_keys.twitter?.issuer !== undefined;
  const rows = peopleOnX.map(({ access_token, ...person }) => {
    if (access_token === undefined || !hasSandbox) return person;
    // Only the token is sealed; the statement sets the scopes.
    const tokens = { access_token, refresh_token: null, scopes: "", expires_at: null };
    const sealed = sealTokens(secrets, `twitter:${person.subject}`, tokens);
    return { ...person, sealed_token: sealed.access_token?.toString("hex") };
  });
  await insertFollowersOnX(db, { people: JSON.stringify(rows) });
}

import { type ImportFailure, maxImportedFollowers } from "@toibako/contract/friends/import.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Payload } from "#platform/jobs/definition.ts";
import type { Services } from "#platform/services.ts";
import { findAccessToken } from "../../accounts/commands/tokens.ts";
import { type ApiReply, callApi, ProviderUnreachable } from "../../accounts/providers/api.ts";
import type { ProviderClients } from "../../accounts/providers/client.ts";
import type { importFollowersJob } from "../job-definitions.ts";
import { readFollowers, readFollowersCount, readNextToken } from "../policy/followers.ts";

type StartedImport = Payload<(typeof importFollowersJob)["fields"]>;

const selectSubject = statement(
  "friends.selectSubject",
  `
  select i.subject from friend_imports f join identities i on i.user_pk = f.user_pk
  where f.user_pk = :user_pk and f.run = :run and f.status = 'running' and i.provider = 'twitter'`,
);

const updateTotal = statement(
  "friends.updateTotal",
  `
  update friend_imports set total = :total?, updated_at = now()
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

// Stores nothing if the import no longer runs: unlinking X deletes it.
const insertFollowers = statement(
  "friends.insertFollowers",
  `
  with running_import as (
    update friend_imports
    set progress = :progress, total = greatest(total, :progress), updated_at = now()
    where user_pk = :user_pk and run = :run and status = 'running'
    returning user_pk, run
  ), stored_followers as (
    insert into imported_followers
      (user_pk, subject, nickname, name, introduction, position, run)
    select i.user_pk, f.subject, f.nickname, f.name, f.introduction, f.position, i.run
    from running_import i, jsonb_to_recordset(:followers::jsonb) as f
      (subject text, nickname text, name text, introduction text, position int)
    on conflict (user_pk, subject) do update set
      nickname = excluded.nickname, name = excluded.name, introduction = excluded.introduction,
      position = excluded.position, run = excluded.run
  )
  select user_pk from running_import`,
);

const finishImport = statement(
  "friends.finishImport",
  `
  with finished_import as (
    update friend_imports set status = 'done', updated_at = now()
    where user_pk = :user_pk and run = :run and status = 'running'
    returning user_pk, run
  )
  delete from imported_followers f using finished_import i
  where f.user_pk = i.user_pk and f.run < i.run`,
);

const failImport = statement(
  "friends.failImport",
  `
  update friend_imports
  set status = 'failed', failure = :failure, available_at = null, updated_at = now()
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

/**
 * Stores the followers of an account on X, and finally deletes stored followers who no longer follow it. If the import
 * fails, stores the reason and keeps the followers of the previous import.
 */
export async function importFollowers(
  services: Services,
  clients: ProviderClients,
  started: StartedImport,
): Promise<void> {
  const failure = await readAllFollowers(services, clients, started);
  if (failure) await failImport(services.db, { ...started, failure });
  else await finishImport(services.db, started);
}

async function readAllFollowers(
  services: Services,
  clients: ProviderClients,
  started: StartedImport,
): Promise<ImportFailure | undefined> {
  const [identity] = await selectSubject(services.db, started);
  if (!identity) return undefined;
  const call = createApiCaller(services, clients, started.user_pk);
  try {
    const me = await call("/2/users/me?user.fields=public_metrics");
    if (typeof me === "string") return me;
    const total = readFollowersCount(me.body) ?? null;
    await updateTotal(services.db, { ...started, total });
    return await storePages(services.db, call, identity.subject, started);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    services.log.warn({ err: error }, "X could not be reached");
    return "unreachable";
  }
}

async function storePages(
  db: Db,
  call: ApiCaller,
  subject: string,
  started: StartedImport,
): Promise<ImportFailure | undefined> {
  let next: string | undefined = "";
  let progress = 0;
  while (next !== undefined && progress < maxImportedFollowers) {
    const query = new URLSearchParams({ max_results: "1000", "user.fields": "description" });
    if (next) query.set("pagination_token", next);
    const page = await call(`/2/users/${encodeURIComponent(subject)}/followers?${query}`);
    if (typeof page === "string") return page;
    const followers = readFollowers(page.body, progress);
    if (!followers) return "unreachable";
    progress += followers.length;
    const stored = { ...started, progress, followers: JSON.stringify(followers) };
    if ((await insertFollowers(db, stored)).length === 0) return undefined;
    // An empty page is the last one, even if it has a next token; this ends the loop.
    next = followers.length > 0 ? readNextToken(page.body) : undefined;
  }
  return undefined;
}

type ApiCaller = (path: string) => Promise<ApiReply | ImportFailure>;

/** Creates a function that calls the API of X for an account. It renews a refused access token once. */
function createApiCaller(services: Services, clients: ProviderClients, user_pk: number): ApiCaller {
  const { twitter } = clients;
  let token: string | undefined;
  return async (path) => {
    if (!twitter?.api_url) return "link_needed";
    token ??= await findAccessToken(services, clients, user_pk, "twitter");
    if (token === undefined) return "link_needed";
    let reply = await callApi(twitter.api_url + path, token);
    if (reply.status === 401) {
      token = await findAccessToken(services, clients, user_pk, "twitter", token);
      if (token === undefined) return "link_needed";
      reply = await callApi(twitter.api_url + path, token);
    }
    return classifyFailure(reply) ?? reply;
  };
}

function classifyFailure({ status }: ApiReply): ImportFailure | undefined {
  if (status === 200) return undefined;
  if (status === 401) return "link_needed";
  return status === 429 || status >= 500 ? "unreachable" : "refused";
}

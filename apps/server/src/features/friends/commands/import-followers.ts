import {
  type FriendImportFailure,
  maxImportedFollowers,
} from "@toibako/contract/friends/import.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { Payload } from "#platform/jobs/definition.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { createXCaller, type XCaller } from "../../accounts/commands/x-api.ts";
import { type ApiReply, ProviderUnreachable } from "../../accounts/providers/api.ts";
import type { ProviderClients } from "../../accounts/providers/client.ts";
import {
  copyFollowerPicturesJob,
  type importFollowersJob,
  sweepFollowerPicturesJob,
} from "../job-definitions.ts";
import {
  readFollowers,
  readFollowersCount,
  readNextToken,
  readResetTime,
} from "../policy/followers.ts";

type StartedImport = Payload<(typeof importFollowersJob)["fields"]>;

/** If X limits requests, an import waits for at most this many days after its start; then it fails. */
const maxWaitDays = 3;

/**
 * SQL condition: the row `prefix` of `friend_imports` is this import, it still runs, and its account has not been left.
 */
const buildRunningSql = (prefix: string) => `
  ${prefix}.user_pk = :user_pk and ${prefix}.run = :run and ${prefix}.status = 'running'
    and exists (select from users u where u.pk = :user_pk and u.left_at is null)`;

const selectRunning = statement(
  "friends.selectRunningImport",
  `
  select identities.subject, friend_imports.cursor, friend_imports.progress,
    friend_imports.started_at > now() - interval '${maxWaitDays} days' as "may_wait!"
  from friend_imports join identities on identities.user_pk = friend_imports.user_pk
  where ${buildRunningSql("friend_imports")} and friend_imports.waiting_until is null
    and identities.provider = 'twitter'`,
);
type RunningImport = Row<"friends.selectRunningImport">;

const updateTotal = statement(
  "friends.updateTotal",
  `
  update friend_imports set total = :total?, updated_at = now()
  where ${buildRunningSql("friend_imports")}`,
);

// Stores nothing if the import no longer runs, for example because X was unlinked. If an earlier import has
// copied a picture, `picture_url` is null, so that the picture is not fetched again.
const insertFollowers = statement(
  "friends.insertFollowers",
  `
  with running_import as (
    update friend_imports
    set progress = :progress, total = greatest(total, :progress), cursor = :cursor?,
      updated_at = now()
    where ${buildRunningSql("friend_imports")}
    returning user_pk, run
  ), stored_followers as (
    insert into imported_followers as stored
      (user_pk, subject, nickname, name, introduction, position, run, picture_url, picture_id)
    select running_import.user_pk, given.subject, given.nickname, given.name, given.introduction,
      given.position, running_import.run, given.picture_url, given.picture_id
    from running_import, jsonb_to_recordset(:followers::jsonb) as given
      (subject text, nickname text, name text, introduction text, position int, picture_url text,
       picture_id text)
    on conflict (user_pk, subject) do update set
      nickname = excluded.nickname, name = excluded.name, introduction = excluded.introduction,
      position = excluded.position, run = excluded.run, picture_id = excluded.picture_id,
      has_picture = coalesce(stored.has_picture and stored.picture_id = excluded.picture_id, false),
      picture_url = case
        when stored.has_picture and stored.picture_id = excluded.picture_id then null
        else excluded.picture_url
      end
  )
  select user_pk from running_import`,
);

// Deletes the followers that this import did not find, and enqueues the copying of new pictures and the deletion of
// unused ones.
const finishImport = statement(
  "friends.finishImport",
  `
  with finished_import as (
    update friend_imports set status = 'done', cursor = null, updated_at = now()
    where ${buildRunningSql("friend_imports")}
    returning user_pk, run
  ), enqueued_copying as (
    ${enqueueSql([copyFollowerPicturesJob], "finished_import")}
  ), enqueued_sweep as (
    ${enqueueSql([sweepFollowerPicturesJob], "finished_import")}
  )
  delete from imported_followers follower using finished_import
  where follower.user_pk = finished_import.user_pk and follower.run <> finished_import.run`,
);

const failImport = statement(
  "friends.failImport",
  `
  update friend_imports
  set status = 'failed', failure = :failure, cursor = null, available_at = null, updated_at = now()
  where ${buildRunningSql("friend_imports")}`,
);

const suspendImport = statement(
  "friends.suspendImport",
  `
  update friend_imports set waiting_until = :waiting_until, updated_at = now()
  where ${buildRunningSql("friend_imports")}`,
);

/** How reading the followers ended: completely, with a failure, or because X accepts no further request until a time. */
type ReadOutcome = "complete" | FriendImportFailure | Date;

/**
 * Stores the followers of an account on X, and finally deletes stored followers who no longer follow it. If X limits the
 * requests, the import waits, and `resumeImports` continues it where it stopped. If the import fails, stores the reason
 * and keeps the followers of the previous import.
 */
export async function importFollowers(
  services: Services,
  clients: ProviderClients,
  started: StartedImport,
): Promise<void> {
  const { db } = services;
  const [running] = await selectRunning(db, started);
  if (!running) return;
  const outcome = await readAllFollowers(services, clients, started, running);
  if (outcome === "complete") await finishImport(db, started);
  else if (typeof outcome === "string") await failImport(db, { ...started, failure: outcome });
  else if (!running.may_wait) await failImport(db, { ...started, failure: "unreachable" });
  else await suspendImport(db, { ...started, waiting_until: outcome });
}

async function readAllFollowers(
  services: Services,
  clients: ProviderClients,
  started: StartedImport,
  running: RunningImport,
): Promise<ReadOutcome> {
  const call = createXCaller(services, clients, started.user_pk);
  try {
    if (running.cursor === null) {
      const profile = await call("/2/users/me?user.fields=public_metrics");
      const problem = classifyProblem(profile);
      if (problem) return problem;
      const total = readFollowersCount((profile as ApiReply).body) ?? null;
      await updateTotal(services.db, { ...started, total });
    }
    return await storePages(services, call, started, running);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    services.log.warn({ err: error }, "X could not be reached");
    return "unreachable";
  }
}

async function storePages(
  { db, secrets }: Services,
  call: XCaller,
  started: StartedImport,
  { subject, cursor, progress: storedProgress }: RunningImport,
): Promise<ReadOutcome> {
  const owner = `follower picture of ${started.user_pk}`;
  let pageToken = cursor ?? "";
  let progress = cursor === null ? 0 : storedProgress;
  while (progress < maxImportedFollowers) {
    const query = new URLSearchParams({
      max_results: "1000",
      "user.fields": "description,profile_image_url",
    });
    if (pageToken) query.set("pagination_token", pageToken);
    const page = await call(`/2/users/${encodeURIComponent(subject)}/followers?${query}`);
    const problem = classifyProblem(page);
    if (problem) return problem;
    const { body } = page as ApiReply;
    const followers = readFollowers(body, progress);
    if (!followers) return "unreachable";
    progress += followers.length;
    // An empty page is the last one, even if it has a next token; this ends the loop.
    const nextToken = followers.length > 0 ? readNextToken(body) : undefined;
    const rows = followers.map((follower) => {
      const { picture_url } = follower;
      return { ...follower, picture_id: picture_url && secrets.derivePublicId(owner, picture_url) };
    });
    const stored = await insertFollowers(db, {
      ...started,
      progress,
      cursor: nextToken ?? null,
      followers: JSON.stringify(rows),
    });
    if (stored.length === 0 || nextToken === undefined) return "complete";
    pageToken = nextToken;
  }
  return "complete";
}

/** Returns why a reply of X can't be used, or when to repeat the request; undefined for a usable reply. */
function classifyProblem(reply: ApiReply | "link_needed"): FriendImportFailure | Date | undefined {
  if (reply === "link_needed") return reply;
  const { status, headers } = reply;
  if (status === 200) return undefined;
  if (status === 429) return readResetTime(headers, new Date()) ?? "unreachable";
  return status >= 500 ? "unreachable" : "refused";
}

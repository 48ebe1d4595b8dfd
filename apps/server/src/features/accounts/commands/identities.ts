import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { messagesBadge } from "@toibako/contract/notices.ts";
import { textLimits, truncate } from "@toibako/contract/text.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { newToken, publicId, type Secrets } from "#platform/secrets.ts";
import type { Services } from "#platform/services.ts";
import type { Arrival } from "../networks/open.ts";
import { displayingName, handlesFor } from "../policy.ts";
import { sealTokens, tokensSql } from "./tokens.ts";

const known = statement<{ user_pk: number; has_left: boolean }>(`
  select i.user_pk, u.left_at is not null as has_left
  from identities i join users u on u.pk = i.user_pk where i.provider = $1 and i.subject = $2`);

// $1 to $5 are the identity, $6 to $9 its tokens, as `write` hands them over.
const identityValues = "$1, $2, $3, $4, $5";

const renew = statement(`
  with kept as (
    update identities set nickname = $3, name = $4, picture_url = $5
    where provider = $1 and subject = $2 returning pk
  )
  ${tokensSql("kept", 6)}`);

// Whoever is new finds the messages marked, until they have looked there once.
const signUp = statement<{ pk: number }>(`
  with candidate as (
    select c.account from unnest($10::text[]) with ordinality as c (account, place)
    where not exists (select from users u where lower(u.account) = lower(c.account))
    order by c.place limit 1
  ), made as (
    insert into users (id, account, displaying_name, locale)
    select $11, account, coalesce($12, account), $13 from candidate
    on conflict do nothing returning pk
  ), marked as (
    insert into badges (uuid_hash, user_pk, keyword) select $14, pk, $15 from made
  ), kept as (
    insert into identities (user_pk, provider, subject, nickname, name, picture_url)
    select pk, ${identityValues} from made returning pk
  ), tokens as (${tokensSql("kept", 6)})
  select pk from made`);

const insertLink = statement<{ pk: number }>(`
  with kept as (
    insert into identities (user_pk, provider, subject, nickname, name, picture_url)
    values ($10, ${identityValues})
    on conflict (provider, subject) do update
    set nickname = excluded.nickname, name = excluded.name, picture_url = excluded.picture_url
    where identities.user_pk = excluded.user_pk
    returning pk
  ), tokens as (${tokensSql("kept", 6)})
  select pk from kept`);

function valuesOf(secrets: Secrets, provider: Provider, { person, tokens }: Arrival): unknown[] {
  const { subject, nickname, name, picture_url } = person;
  const sealed = sealTokens(secrets, `${provider}:${subject}`, tokens);
  return [provider, subject, nickname, name, picture_url, ...sealed];
}

/**
 * The account of whoever came from a network, made now if they are new; never found by anything but
 * (provider, subject). Undefined for an account that was left.
 */
export async function enterBy(
  { db, secrets }: Services,
  provider: Provider,
  arrival: Arrival,
  locale: Locale,
): Promise<number | undefined> {
  const identity = valuesOf(secrets, provider, arrival);
  for (let tries = 0; tries < 5; tries += 1) {
    const [found] = await known(db, provider, arrival.person.subject);
    if (found?.has_left) return undefined;
    if (found) {
      await renew(db, ...identity);
      return found.user_pk;
    }
    const [made] = await unlessTaken(signUp(db, ...identity, ...newUser(arrival, locale)));
    if (made) return made.pk;
    // Another took the handle, or the same person came twice at once: look again.
  }
  throw new Failure("overloaded", { retry_after: 1 });
}

function newUser({ person }: Arrival, locale: Locale): unknown[] {
  const endings = Array.from({ length: 8 }, () => newToken().replace(/\W|_/g, "").slice(0, 4));
  const name = truncate(displayingName(person.name, ""), textLimits.displaying_name) || null;
  const handles = handlesFor(person.nickname, endings);
  return [handles, publicId(), name, locale, publicId(), messagesBadge];
}

export type Linked = "linked" | "taken" | "occupied";

/** Links an identity to an account, unless another account has it, or it has another of that network. */
export async function linkIdentity(
  { db, secrets }: Services,
  user_pk: number,
  provider: Provider,
  arrival: Arrival,
): Promise<Linked> {
  const rows = await unlessTaken(insertLink(db, ...valuesOf(secrets, provider, arrival), user_pk));
  if (rows === occupied) return "occupied";
  return rows.length > 0 ? "linked" : "taken";
}

const occupied: never[] = [];

/** A unique index had something against it. */
async function unlessTaken<T>(rows: Promise<T[]>): Promise<T[]> {
  try {
    return await rows;
  } catch (error) {
    if ((error as { code?: string }).code === "23505") return occupied;
    throw error;
  }
}

const lockPerson = statement("select pk from users where pk = $1 for update");

// What is posted by itself ends with the link over which it was posted.
const remove = statement<{ provider: string }>(`
  with gone as (
    delete from identities i using users u
    where i.user_pk = $1 and i.provider = $2 and u.pk = $1 and (
      u.password_hash is not null or i.provider = any($3)
      or exists (select from identities o where o.user_pk = $1 and o.provider <> $2
                 and o.provider <> all($3)))
    returning i.provider
  ), quiet as (
    update users set is_auto_recruit = false, is_auto_message_recruit = false
    where pk = $1 and exists (select from gone where provider = 'twitter')
  )
  select provider from gone`);

const owned = statement("select from identities where user_pk = $1 and provider = $2");

/** Takes a network away from an account, unless nothing else would let its owner in. */
export async function unlinkIdentity(db: Db, user_pk: number, provider: Provider): Promise<void> {
  await db.transaction().execute(async (db) => {
    // Of two networks that leave at once, the second sees that the first is gone.
    await lockPerson(db, user_pk);
    const gone = await remove(db, user_pk, provider, linkOnlyProviders);
    if (gone.length > 0) return;
    const is_there = (await owned(db, user_pk, provider)).length > 0;
    if (!is_there) throw new Failure("not_found");
    throw new Failure("refused", { fields: [{ field: "provider", text: "last_way_in" }] });
  });
}

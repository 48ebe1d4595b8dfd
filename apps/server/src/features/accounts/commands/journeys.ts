import type { Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/db.ts";
import { newToken, tokenHash } from "#platform/secrets.ts";
import type { Services } from "#platform/services.ts";
import type { Journey } from "../networks/open.ts";

interface Start {
  provider: Provider;
  /** The signed-in account to link to; null for signing in. */
  user_pk: number | null;
  locale: Locale;
  /** A path of this site. */
  next: string | null;
}

interface Row extends Start {
  nonce: string;
  verifier: Uint8Array;
}

/** Minutes in which somebody should come back. */
const minutes = 10;

const insert = statement(`
  insert into social_starts
    (state_hash, browser_hash, provider, nonce, verifier, user_pk, locale, next, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '${minutes} minutes')`);

// Whoever tries another's state, or the right one in another browser, takes nothing away.
const take = statement<Row>(`
  delete from social_starts
  where state_hash = $1 and browser_hash = $2 and provider = $3 and expires_at > now()
  returning provider, nonce, verifier, user_pk, locale, next`);

/** Notes that the bearer of `browser_token` went to a network. */
export async function beginJourney(
  { db, secrets }: Services,
  browser_token: string,
  { provider, user_pk, locale, next }: Start,
): Promise<Journey> {
  const journey = { state: newToken(), nonce: newToken(), verifier: newToken() };
  const state_hash = tokenHash(journey.state);
  const verifier = secrets.seal(journey.verifier, journey.state);
  const browser_hash = tokenHash(browser_token);
  await insert(
    db,
    state_hash,
    browser_hash,
    provider,
    journey.nonce,
    verifier,
    user_pk,
    locale,
    next,
  );
  return journey;
}

/** What was noted, once; undefined when nothing was, or it was used, or is too long ago. */
export async function endJourney(
  { db, secrets }: Services,
  browser_token: string,
  provider: Provider,
  state: string,
): Promise<(Start & { journey: Journey }) | undefined> {
  const [row] = await take(db, tokenHash(state), tokenHash(browser_token), provider);
  const verifier = row && secrets.unseal(row.verifier, state);
  if (!row || verifier === undefined) return undefined;
  const { nonce, user_pk, locale, next } = row;
  return { provider, user_pk, locale, next, journey: { state, nonce, verifier } };
}

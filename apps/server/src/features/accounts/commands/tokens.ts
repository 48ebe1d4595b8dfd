import type { Provider } from "@toibako/contract/accounts.ts";
import { statement } from "#platform/db.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { Services } from "#platform/services.ts";
import type { Networks, NetworkTokens } from "../networks/open.ts";

/**
 * A step that keeps the tokens of the one identity in `from`, at parameters `first` and the three after
 * it; without a token it keeps nothing.
 */
export function tokensSql(from: string, first: number): string {
  return `
    insert into identity_tokens (identity_pk, access_token, refresh_token, scopes, expires_at)
    select pk, $${first}::bytea, $${first + 1}::bytea, $${first + 2}, $${first + 3}::timestamptz
    from ${from} where $${first}::bytea is not null
    on conflict (identity_pk) do update
    set access_token = excluded.access_token, scopes = excluded.scopes,
        expires_at = excluded.expires_at,
        refresh_token = coalesce(excluded.refresh_token, identity_tokens.refresh_token)`;
}

export function sealTokens(secrets: Secrets, owner: string, tokens: NetworkTokens | undefined) {
  if (!tokens) return [null, null, "", null];
  const { access_token, refresh_token, scopes, expires_at } = tokens;
  const sealed = refresh_token === null ? null : secrets.seal(refresh_token, owner);
  return [secrets.seal(access_token, owner), sealed, scopes, expires_at];
}

interface Kept {
  pk: number;
  subject: string;
  access_token: Uint8Array;
  refresh_token: Uint8Array | null;
  is_fresh: boolean;
}

const read = statement<Kept>(`
  select i.pk, i.subject, t.access_token, t.refresh_token,
         coalesce(t.expires_at > now() + interval '1 minute', true) as is_fresh
  from identities i join identity_tokens t on t.identity_pk = i.pk
  where i.user_pk = $1 and i.provider = $2`);

const write = statement(`with kept as (select $1::bigint as pk) ${tokensSql("kept", 2)}`);

/**
 * The token by which we may act in somebody's name, renewed when it ended or when `refused` is the one
 * that the network did not take. Undefined when they must link the network again.
 */
export async function actingToken(
  services: Services,
  networks: Networks,
  user_pk: number,
  provider: Provider,
  refused?: string,
): Promise<string | undefined> {
  const { db, secrets } = services;
  const [kept] = await read(db, user_pk, provider);
  const network = networks[provider];
  if (!kept || !network) return undefined;
  const owner = `${provider}:${kept.subject}`;
  const current = secrets.unseal(kept.access_token, owner);
  if (kept.is_fresh && current !== refused) return current;
  const refresh_token = kept.refresh_token && secrets.unseal(kept.refresh_token, owner);
  if (!refresh_token) return undefined;
  try {
    const tokens = await network.refresh(refresh_token);
    await write(db, kept.pk, ...sealTokens(secrets, owner, tokens));
    return tokens.access_token;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Networks take a refresh token once: another process may have been quicker.
    const [again] = await read(db, user_pk, provider);
    const newer = again && secrets.unseal(again.access_token, owner);
    return newer === current ? undefined : newer;
  }
}

/** The network answered, and said no; anything else may pass. */
function isRefusal(error: unknown): boolean {
  const { status = 0 } = error as { status?: number };
  return status >= 400 && status < 500;
}

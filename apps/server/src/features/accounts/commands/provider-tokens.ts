import type { Provider } from "@toibako/contract/accounts.ts";
import { statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { ProviderUnreachable } from "../providers/api.ts";
import type { ProviderClients, ProviderTokens } from "../providers/client.ts";

/**
 * Builds the statement that stores the tokens of the provider identity that the CTE `from` returns; without an access
 * token it stores nothing.
 */
export const buildInsertTokensSql = (from: string) => `
    insert into identity_tokens (identity_pk, access_token, refresh_token, scopes, expires_at)
    select pk, :access_token?::bytea, :refresh_token?::bytea, :scopes, :expires_at?::timestamptz
    from ${from} where :access_token?::bytea is not null
    on conflict (identity_pk) do update
    set access_token = excluded.access_token, scopes = excluded.scopes,
        expires_at = excluded.expires_at,
        refresh_token = coalesce(excluded.refresh_token, identity_tokens.refresh_token)`;

export function sealTokens(secrets: Secrets, owner: string, tokens: ProviderTokens | undefined) {
  if (!tokens) return { access_token: null, refresh_token: null, scopes: "", expires_at: null };
  const { access_token, refresh_token, scopes, expires_at } = tokens;
  return {
    access_token: secrets.seal(access_token, owner),
    refresh_token: refresh_token === null ? null : secrets.seal(refresh_token, owner),
    scopes,
    expires_at,
  };
}

const selectTokens = statement(
  "accounts.selectTokens",
  `
  select identities.pk, identities.subject, identity_tokens.access_token, identity_tokens.refresh_token,
         coalesce(identity_tokens.expires_at > now() + interval '1 minute', true) as is_fresh
  from identities join identity_tokens on identity_tokens.identity_pk = identities.pk
  where identities.user_pk = :user_pk and identities.provider = :provider`,
);

const insertTokens = statement(
  "accounts.insertTokens",
  `with identity as (select :pk::bigint as pk) ${buildInsertTokensSql("identity")}`,
);

/**
 * Returns the access token of a linked provider. Refreshes the token if it has expired or is the `refused_token`,
 * which the provider has just refused. Returns undefined if the account must link the provider again.
 */
export async function findOrRefreshAccessToken(
  services: Services,
  clients: ProviderClients,
  user_pk: number,
  provider: Provider,
  refused_token?: string,
): Promise<string | undefined> {
  const { db, secrets } = services;
  const [stored] = await selectTokens(db, { user_pk, provider });
  const client = clients[provider];
  if (!stored || !client) return undefined;
  const owner = `${provider}:${stored.subject}`;
  const current = secrets.unseal(stored.access_token, owner);
  if (stored.is_fresh && current !== refused_token) return current;
  const refresh_token = stored.refresh_token && secrets.unseal(stored.refresh_token, owner);
  if (!refresh_token) return undefined;
  try {
    const tokens = await client.refreshTokens(refresh_token);
    await insertTokens(db, { pk: stored.pk, ...sealTokens(secrets, owner, tokens) });
    return tokens.access_token;
  } catch (error) {
    if (!isRefusal(error)) throw new ProviderUnreachable(error);
    // A refresh token can be used once; another process may have used it first and stored the new tokens.
    const [storedTokens] = await selectTokens(db, { user_pk, provider });
    const newer = storedTokens && secrets.unseal(storedTokens.access_token, owner);
    return newer === current ? undefined : newer;
  }
}

/** Whether the provider refused a request permanently (4xx); 429 and other errors may be temporary. */
function isRefusal(error: unknown): boolean {
  const { status = 0 } = error as { status?: number };
  return status >= 400 && status < 500 && status !== 429;
}

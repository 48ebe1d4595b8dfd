import { type Provider, providers } from "@toibako/contract/accounts.ts";
import * as oauth from "openid-client";
import type { Config, ProviderKeys } from "#platform/config.ts";
import { isEncryptedOrLocal } from "#platform/environment.ts";
import { callApi } from "./api.ts";
import {
  type OAuthAddresses,
  type ProviderAddresses,
  type ProviderDefinition,
  type ProviderPerson,
  providerDefinitions,
  readPersonFromClaims,
} from "./definitions.ts";
import type { PictureSource } from "./pictures.ts";

/** The secrets of one OAuth authorization request. */
export interface AuthorizationSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface ProviderTokens {
  access_token: string;
  refresh_token: string | null;
  scopes: string;
  expires_at: Date | null;
}

export interface AuthorizationResult {
  person: ProviderPerson;
  /** Undefined unless this site calls the provider's API later. */
  tokens: ProviderTokens | undefined;
}

/** The client of one provider. Its methods throw the errors of openid-client, and `ProviderUnreachable` of `api.ts`. */
export interface ProviderClient {
  /** The address to which the browser is sent. */
  buildAuthorizationUrl(secrets: AuthorizationSecrets): Promise<URL>;
  /** Exchanges the code for tokens; `query` is the query of the callback's address. */
  exchangeCode(query: URLSearchParams, secrets: AuthorizationSecrets): Promise<AuthorizationResult>;
  refreshTokens(refresh_token: string): Promise<ProviderTokens>;
  /** The base address of the provider's API; undefined if this site doesn't call it. */
  api_url: string | undefined;
  pictures: PictureSource;
}

export type ProviderClients = Partial<Record<Provider, ProviderClient>>;

const timeoutSeconds = 5;

/**
 * Creates the clients of the configured providers. Clients of providers with OpenID Connect fetch the provider's
 * metadata at the first use.
 */
export function createProviderClients({ provider_keys, public_url }: Config): ProviderClients {
  const clients: ProviderClients = {};
  for (const provider of providers) {
    const keys = provider_keys[provider];
    const redirect_uri = `${public_url}/auth/${provider}/callback`;
    if (keys) clients[provider] = createClient(providerDefinitions[provider], keys, redirect_uri);
  }
  return clients;
}

/** Returns the provider hosts to which a form may redirect, for `form-action` of the content security policy. */
export function listFormHosts({ provider_keys }: Config): string[] {
  return providers.flatMap((provider) => {
    const keys = provider_keys[provider];
    if (!keys) return [];
    return keys.issuer ? [new URL(keys.issuer).origin] : providerDefinitions[provider].form_hosts;
  });
}

function createClient(
  definition: ProviderDefinition,
  keys: ProviderKeys,
  redirect_uri: string,
): ProviderClient {
  const addresses: ProviderAddresses = keys.issuer ? { issuer: keys.issuer } : definition;
  const isOpenIdConnect = !("oauth" in addresses);
  // A configured issuer replaces the provider and always uses OpenID Connect, even if the provider has only OAuth.
  const scope = keys.issuer ? `openid profile ${definition.scope}`.trim() : definition.scope;
  let configuration: Promise<oauth.Configuration> | undefined;
  const configure = () => {
    configuration ??=
      "oauth" in addresses
        ? Promise.resolve(configureOAuth(addresses.oauth, keys))
        : discover(addresses.issuer, keys);
    // After a failure, the next use tries again.
    configuration.catch(() => {
      configuration = undefined;
    });
    return configuration;
  };

  return {
    buildAuthorizationUrl: async ({ state, nonce, verifier }) =>
      oauth.buildAuthorizationUrl(await configure(), {
        redirect_uri,
        scope,
        state,
        ...(isOpenIdConnect && { nonce }),
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }),

    exchangeCode: async (query, { state, nonce, verifier }) => {
      const config = await configure();
      const address = new URL(`${redirect_uri}?${query}`);
      const reply = await oauth.authorizationCodeGrant(config, address, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(isOpenIdConnect && { expectedNonce: nonce, idTokenExpected: true }),
      });
      const person =
        "oauth" in addresses
          ? await fetchPerson(addresses.oauth, reply)
          : await readClaims(config, reply);
      if (!person.subject) throw new Error("the provider did not identify the person");
      return { person, tokens: definition.keeps_tokens ? readTokens(reply) : undefined };
    },

    refreshTokens: async (refresh_token) => {
      const reply = await oauth.refreshTokenGrant(await configure(), refresh_token);
      const tokens = readTokens(reply);
      return { ...tokens, refresh_token: tokens.refresh_token ?? refresh_token };
    },

    // A configured issuer also replaces the provider's API.
    api_url: definition.api_url && (keys.issuer ?? definition.api_url),
    pictures: {
      hosts: definition.picture_hosts,
      origin: keys.issuer && new URL(keys.issuer).origin,
    },
  };
}

async function discover(issuer: string, keys: ProviderKeys): Promise<oauth.Configuration> {
  const { client_id, client_secret } = keys;
  // An issuer may have an address with http: only on this machine.
  const isLocal = new URL(issuer).protocol === "http:" && isEncryptedOrLocal(issuer);
  return oauth.discovery(new URL(issuer), client_id, client_secret, undefined, {
    timeout: timeoutSeconds,
    ...(isLocal && { execute: [oauth.allowInsecureRequests] }),
  });
}

function configureOAuth(addresses: OAuthAddresses, keys: ProviderKeys): oauth.Configuration {
  const { issuer, authorization_endpoint, token_endpoint, client_auth } = addresses;
  const { client_id, client_secret } = keys;
  const auth =
    client_auth === "basic"
      ? oauth.ClientSecretBasic(client_secret)
      : oauth.ClientSecretPost(client_secret);
  const metadata = { issuer, authorization_endpoint, token_endpoint };
  const config = new oauth.Configuration(metadata, client_id, undefined, auth);
  config.timeout = timeoutSeconds;
  config[oauth.customFetch] = fetchLeniently;
  return config;
}

/**
 * Makes replies acceptable to the OAuth client: Weibo sends JSON as plain text, and Weibo and Instagram omit
 * `token_type`.
 */
const fetchLeniently: oauth.CustomFetch = async (url, options) => {
  const reply = await fetch(url, options as RequestInit);
  const text = await reply.text();
  if (!reply.ok) return new Response(text, reply);
  return Response.json({ token_type: "bearer", ...(JSON.parse(text) as object) });
};

type TokenReply = oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers;

/** Reads the person from the ID token, or from the userinfo endpoint if the token has no name. */
async function readClaims(config: oauth.Configuration, reply: TokenReply): Promise<ProviderPerson> {
  const claims = reply.claims();
  if (!claims) throw new Error("the provider sent no ID token");
  const hasName = claims.name !== undefined || claims.nickname !== undefined;
  const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined;
  if (hasName || !hasUserinfo) {
    return readPersonFromClaims(claims);
  }
  return readPersonFromClaims(await oauth.fetchUserInfo(config, reply.access_token, claims.sub));
}

async function fetchPerson(addresses: OAuthAddresses, reply: TokenReply): Promise<ProviderPerson> {
  const { url, has_token_in_address = false } = addresses.profileRequest(reply);
  const address = new URL(url);
  if (has_token_in_address) address.searchParams.set("access_token", reply.access_token);
  const bearer = has_token_in_address ? undefined : reply.access_token;
  const { status, body } = await callApi(address.href, bearer);
  if (status !== 200)
    throw new Error(`the provider replied ${status} to the request for the person`);
  return addresses.readPerson(body);
}

function readTokens(reply: TokenReply): ProviderTokens {
  const { access_token, refresh_token, scope } = reply;
  const seconds = reply.expiresIn();
  return {
    access_token,
    refresh_token: refresh_token ?? null,
    scopes: scope ?? "",
    expires_at: seconds === undefined ? null : new Date(Date.now() + seconds * 1000),
  };
}

import { type Provider, providers } from "@toibako/contract/accounts.ts";
import * as oauth from "openid-client";
import type { Config, NetworkKeys } from "#platform/config.ts";
import { isSafe } from "#platform/config.ts";
import { callApi } from "./api.ts";
import {
  type NetworkKind,
  type NetworkPerson,
  networkKinds,
  type OAuthAddresses,
  personOfClaims,
} from "./kinds.ts";

/** The secrets of one way to a network and back. */
export interface Journey {
  state: string;
  nonce: string;
  verifier: string;
}

export interface NetworkTokens {
  access_token: string;
  refresh_token: string | null;
  scopes: string;
  expires_at: Date | null;
}

export interface Arrival {
  person: NetworkPerson;
  /** Undefined where nothing is done in the person's name later. */
  tokens: NetworkTokens | undefined;
}

/** One network, as far as this site speaks to it. Whatever goes wrong there is thrown. */
export interface Network {
  /** Where to send somebody. */
  begin(journey: Journey): Promise<URL>;
  /** Who came back, by the query with which they came. */
  finish(query: URLSearchParams, journey: Journey): Promise<Arrival>;
  refresh(refresh_token: string): Promise<NetworkTokens>;
  /** Where its own calls are. */
  api_url: string;
}

export type Networks = Partial<Record<Provider, Network>>;

/** Seconds after which a network is given up. */
const patience = 5;

/** The configured networks; each is asked for its addresses when it is first needed. */
export function openNetworks({ networks, public_url }: Config): Networks {
  const opened: Networks = {};
  for (const provider of providers) {
    const keys = networks[provider];
    const redirect_uri = `${public_url}/auth/${provider}/callback`;
    if (keys) opened[provider] = openNetwork(networkKinds[provider], keys, redirect_uri);
  }
  return opened;
}

/** Where forms of our pages may lead, for the policy of the pages. */
export function formHosts({ networks }: Config): string[] {
  return providers.flatMap((provider) => {
    const keys = networks[provider];
    if (!keys) return [];
    return keys.issuer ? [new URL(keys.issuer).origin] : networkKinds[provider].form_hosts;
  });
}

function openNetwork(kind: NetworkKind, keys: NetworkKeys, redirect_uri: string): Network {
  const issuer = keys.issuer ?? kind.issuer;
  const scope = keys.issuer ? `openid profile ${kind.scope}`.trim() : kind.scope;
  let found: Promise<oauth.Configuration> | undefined;
  const configuration = () => {
    found ??= issuer ? discover(issuer, keys) : Promise.resolve(stated(kind.oauth, keys));
    found.catch(() => {
      found = undefined;
    });
    return found;
  };

  return {
    begin: async ({ state, nonce, verifier }) =>
      oauth.buildAuthorizationUrl(await configuration(), {
        redirect_uri,
        scope,
        state,
        ...(issuer && { nonce }),
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }),

    finish: async (query, { state, nonce, verifier }) => {
      const config = await configuration();
      const address = new URL(`${redirect_uri}?${query}`);
      const reply = await oauth.authorizationCodeGrant(config, address, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(issuer && { expectedNonce: nonce, idTokenExpected: true }),
      });
      const person =
        issuer || !kind.oauth ? await claimed(config, reply) : await told(kind.oauth, reply);
      if (!person.subject) throw new Error("the network did not say who came");
      return { person, tokens: kind.keeps_tokens ? tokensOf(reply) : undefined };
    },

    refresh: async (refresh_token) => {
      const reply = await oauth.refreshTokenGrant(await configuration(), refresh_token);
      const tokens = tokensOf(reply);
      return { ...tokens, refresh_token: tokens.refresh_token ?? refresh_token };
    },

    api_url: keys.issuer ?? "https://api.x.com",
  };
}

async function discover(issuer: string, keys: NetworkKeys): Promise<oauth.Configuration> {
  const { client_id, client_secret } = keys;
  const inside = new URL(issuer).protocol === "http:" && isSafe(issuer);
  return oauth.discovery(new URL(issuer), client_id, client_secret, undefined, {
    timeout: patience,
    ...(inside && { execute: [oauth.allowInsecureRequests] }),
  });
}

function stated(addresses: OAuthAddresses | undefined, keys: NetworkKeys): oauth.Configuration {
  if (!addresses) throw new Error("a network without addresses");
  const { issuer, authorization_endpoint, token_endpoint, client_auth } = addresses;
  const { client_id, client_secret } = keys;
  const auth =
    client_auth === "basic"
      ? oauth.ClientSecretBasic(client_secret)
      : oauth.ClientSecretPost(client_secret);
  const metadata = { issuer, authorization_endpoint, token_endpoint };
  const config = new oauth.Configuration(metadata, client_id, undefined, auth);
  config.timeout = patience;
  config[oauth.customFetch] = readLoosely;
  return config;
}

/** Weibo answers JSON as plain text, and like Instagram doesn't name the kind of its token. */
const readLoosely: oauth.CustomFetch = async (url, options) => {
  const reply = await fetch(url, options as RequestInit);
  const text = await reply.text();
  if (!reply.ok) return new Response(text, reply);
  return Response.json({ token_type: "bearer", ...(JSON.parse(text) as object) });
};

type TokenReply = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>;

/** Who came, by the signed token; a server that puts no name into it is asked. */
async function claimed(config: oauth.Configuration, reply: TokenReply): Promise<NetworkPerson> {
  const claims = reply.claims();
  if (!claims) throw new Error("the network sent no token of identity");
  const has_more = config.serverMetadata().userinfo_endpoint !== undefined;
  if (claims.name !== undefined || claims.nickname !== undefined || !has_more) {
    return personOfClaims(claims);
  }
  return personOfClaims(await oauth.fetchUserInfo(config, reply.access_token, claims.sub));
}

async function told(addresses: OAuthAddresses, reply: TokenReply): Promise<NetworkPerson> {
  const { url, token_in_address = false } = addresses.profile(reply);
  const address = new URL(url);
  if (token_in_address) address.searchParams.set("access_token", reply.access_token);
  const bearer = token_in_address ? undefined : reply.access_token;
  const { status, body } = await callApi(address.href, bearer);
  if (status !== 200) throw new Error(`the network answered ${status} when asked who came`);
  return addresses.person(body);
}

function tokensOf(reply: TokenReply): NetworkTokens {
  const { access_token, refresh_token, scope } = reply;
  const seconds = reply.expiresIn();
  return {
    access_token,
    refresh_token: refresh_token ?? null,
    scopes: scope ?? "",
    expires_at: seconds === undefined ? null : new Date(Date.now() + seconds * 1000),
  };
}

import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { interactionPolicy, Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { handleApiRequest, type Post } from "./network-api.ts";
import { finishInteraction, showInteraction } from "./network-pages.ts";
import { findPerson, sharedEmail } from "./people.ts";

export const networkNames = ["twitter", "facebook", "google", "kakao", "weibo", "instagram"];

export const networkSecret = "a secret of the sandbox alone";

/** Fake networks: OpenID Connect servers, each with its own issuer. */
export interface SandboxNetworks {
  /** A network's address, which is its issuer. */
  issuer(network: string): string;
  /** What was posted, oldest first. */
  posts: Post[];
  /** While set, posting fails with this status. */
  postingFailure: { status?: number };
  /** Revokes all access tokens; refresh tokens stay valid. */
  expireTokens(): Promise<void>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** The public address of the site. */
  public_url: string;
  /** 0 (default) selects a free port. */
  port?: number;
}

export function getClientId(network: string): string {
  return `toibako-at-${network}`;
}

/** The environment variables that connect the site to the sandbox. */
export function createNetworkEnvironment(networks: SandboxNetworks): Record<string, string> {
  return Object.fromEntries(
    networkNames.flatMap((network) => {
      const name = `OAUTH_${network.toUpperCase()}`;
      return [
        [`${name}_CLIENT_ID`, getClientId(network)],
        [`${name}_CLIENT_SECRET`, networkSecret],
        [`${name}_ISSUER`, networks.issuer(network)],
      ];
    }),
  );
}

/** An in-memory adapter. */
class Memory extends MemoryAdapter {}

const hourSeconds = 3_600;
const fortnightSeconds = 14 * 24 * hourSeconds;

interface Network {
  provider: Provider;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
}

export async function startNetworks({ public_url, port = 0 }: SandboxOptions) {
  const posts: Post[] = [];
  const refusal: SandboxNetworks["postingFailure"] = {};
  const accessTokens = new Set<{ destroy(): Promise<void> }>();
  const networks = new Map<string, Network>();
  const server = createServer((request, response) => {
    routeRequest(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const jwk = { ...key.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "sandbox" };
  for (const name of networkNames) {
    const provider = new Provider(
      `${base}/${name}`,
      createConfiguration(base, name, public_url, jwk),
    );
    provider.on("access_token.saved", (token) => accessTokens.add(token));
    networks.set(name, { provider, handle: provider.callback() });
  }

  /** Routes `/twitter/…` to the pages, the API or the OpenID Connect provider of a network. */
  async function routeRequest(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? "";
    const [, name = "", first = "", second = ""] = (url.split("?")[0] ?? "").split("/");
    const network = networks.get(name);
    if (!network) return void response.writeHead(404).end();
    const { provider, handle } = network;
    const isPage = first === "interaction" && second !== "";
    if (isPage && request.method === "GET") return showInteraction(name, url, response);
    if (isPage) return finishInteraction(provider, request, response);
    const api = { issuer: `${base}/${name}`, network: name, posts, refusal };
    if (await handleApiRequest(provider, api, request, response)) return;
    Object.assign(request, { originalUrl: url, url: url.slice(name.length + 1) });
    handle(request, response);
  }

  const sandbox: SandboxNetworks = {
    issuer: (network) => `${base}/${network}`,
    posts,
    postingFailure: refusal,
    expireTokens: async () => {
      await Promise.all([...accessTokens].map((token) => token.destroy()));
      accessTokens.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return sandbox;
}

function createConfiguration(base: string, network: string, public_url: string, jwk: object) {
  const policy = interactionPolicy.base();
  // Always asks who signs in, because one browser is used for several people.
  const alwaysAsk = new interactionPolicy.Check(
    "each_time",
    "Who is it?",
    ({ oidc }) => !oidc.result?.login,
  );
  policy.get("login").checks.add(alwaysAsk);
  return {
    adapter: Memory,
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: getClientId(network),
        client_secret: networkSecret,
        redirect_uris: [`${public_url}/auth/${network}/callback`],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    scopes: [
      "openid",
      "profile",
      "email",
      "offline_access",
      "users.read",
      "tweet.read",
      "tweet.write",
      "follows.read",
    ],
    claims: {
      openid: ["sub"],
      profile: ["name", "nickname", "preferred_username", "picture"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    issueRefreshToken: () => Promise.resolve(network === "twitter"),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 2 * hourSeconds,
      AuthorizationCode: 60,
      Grant: fortnightSeconds,
      IdToken: hourSeconds,
      Interaction: hourSeconds,
      RefreshToken: fortnightSeconds,
      Session: hourSeconds,
    },
    cookies: {
      keys: ["sandbox"],
      names: {
        session: `${network}_session`,
        interaction: `${network}_interaction`,
        resume: `${network}_resume`,
      },
    },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy,
      url: (_context: unknown, { uid }: { uid: string }) =>
        Promise.resolve(`/${network}/interaction/${uid}`),
    },
    findAccount: (_context: unknown, subject: string) => {
      const person = findPerson(subject);
      if (!person) return undefined;
      const { nickname, name } = person;
      const claims = {
        sub: subject,
        name,
        nickname,
        preferred_username: nickname,
        picture: `${base}/${network}/pictures/${subject}.svg`,
        email: sharedEmail,
        email_verified: true,
      };
      return { accountId: subject, claims: () => Promise.resolve(claims) };
    },
  };
}

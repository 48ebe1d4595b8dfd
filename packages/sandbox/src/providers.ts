import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { interactionPolicy, Provider } from "oidc-provider";
import { MemoryAdapter } from "./memory-adapter.ts";
import { findPerson, people, type SandboxPerson, sharedEmail } from "./people.ts";
import {
  type FollowersFailure,
  formatPictureUrl,
  handleApiRequest,
  type PictureFailure,
  type Post,
} from "./provider-api.ts";
import { finishInteraction, showInteraction } from "./provider-pages.ts";

export const providerNames = ["twitter", "facebook", "google", "kakao", "weibo", "instagram"];

export const clientSecret = "a secret of the sandbox alone";

/** Fake sign-in providers: OpenID Connect servers, each with its own issuer. */
export interface SandboxProviders {
  /** Returns the issuer of a provider, which is its address. */
  getIssuer(name: string): string;
  /** The posts of all people, oldest first. */
  posts: Post[];
  /** While `status` is set, calls that post fail with this status. */
  postingFailure: { status?: number };
  followersFailure: FollowersFailure;
  pictureFailure: PictureFailure;
  /** Revokes all access tokens; refresh tokens stay valid. */
  expireTokens(): Promise<void>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** The public address of the site. */
  public_url: string;
  /** 0 (default) selects a free port. */
  port?: number;
  /** Further people of the providers, such as followers, whom the sandbox doesn't offer for signing in. */
  otherPeople?: readonly SandboxPerson[];
}

export function getClientId(name: string): string {
  return `toibako-at-${name}`;
}

/** The environment variables that connect the site to the sandbox. */
export function createProviderEnvironment(providers: SandboxProviders): Record<string, string> {
  return Object.fromEntries(
    providerNames.flatMap((name) => {
      const prefix = `OAUTH_${name.toUpperCase()}`;
      return [
        [`${prefix}_CLIENT_ID`, getClientId(name)],
        [`${prefix}_CLIENT_SECRET`, clientSecret],
        [`${prefix}_ISSUER`, providers.getIssuer(name)],
      ];
    }),
  );
}

const hourSeconds = 3_600;
const fortnightSeconds = 14 * 24 * hourSeconds;

interface FakeProvider {
  server: Provider;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
}

export async function startProviders({ public_url, port = 0, otherPeople = [] }: SandboxOptions) {
  const posts: Post[] = [];
  const postingFailure: SandboxProviders["postingFailure"] = {};
  const followersFailure: FollowersFailure = {};
  const pictureFailure: PictureFailure = {};
  const accessTokens = new Set<{ destroy(): Promise<void> }>();
  const providers = new Map<string, FakeProvider>();
  const listener = createServer((request, response) => {
    routeRequest(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => listener.listen(port, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const jwk = { ...key.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "sandbox" };
  for (const name of providerNames) {
    const server = new Provider(
      `${baseUrl}/${name}`,
      createConfiguration(baseUrl, name, public_url, jwk),
    );
    server.on("access_token.saved", (token) => accessTokens.add(token));
    providers.set(name, { server, handle: server.callback() });
  }

  /** Routes `/<provider>/…` to the pages, the API or the OpenID Connect server of this provider. */
  async function routeRequest(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? "";
    const [, name = "", first = "", second = ""] = (url.split("?")[0] ?? "").split("/");
    const provider = providers.get(name);
    if (!provider) return void response.writeHead(404).end();
    const { server, handle } = provider;
    const isPage = first === "interaction" && second !== "";
    if (isPage && request.method === "GET") return showInteraction(name, url, response);
    if (isPage) return finishInteraction(server, request, response);
    const issuer = `${baseUrl}/${name}`;
    const api = {
      issuer,
      name,
      people: [...people, ...otherPeople],
      posts,
      postingFailure,
      followersFailure,
      pictureFailure,
    };
    if (await handleApiRequest(server, api, request, response)) return;
    // The provider expects both addresses that Express would give it below the path `/${name}`.
    Object.assign(request, { originalUrl: url, url: url.slice(name.length + 1) });
    handle(request, response);
  }

  const sandbox: SandboxProviders = {
    getIssuer: (name) => `${baseUrl}/${name}`,
    posts,
    postingFailure,
    followersFailure,
    pictureFailure,
    expireTokens: async () => {
      await Promise.all([...accessTokens].map((token) => token.destroy()));
      accessTokens.clear();
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
  return sandbox;
}

function createConfiguration(baseUrl: string, name: string, public_url: string, jwk: object) {
  const policy = interactionPolicy.base();
  // Always asks who signs in, because one browser is used for several people.
  const alwaysAsk = new interactionPolicy.Check(
    "each_time",
    "Who is it?",
    ({ oidc }) => !oidc.result?.login,
  );
  policy.get("login").checks.add(alwaysAsk);
  return {
    adapter: MemoryAdapter,
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: getClientId(name),
        client_secret: clientSecret,
        redirect_uris: [`${public_url}/auth/${name}/callback`],
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
    issueRefreshToken: () => Promise.resolve(name === "twitter"),
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
        session: `${name}_session`,
        interaction: `${name}_interaction`,
        resume: `${name}_resume`,
      },
    },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy,
      url: (_context: unknown, { uid }: { uid: string }) =>
        Promise.resolve(`/${name}/interaction/${uid}`),
    },
    findAccount: (_context: unknown, subject: string) => {
      const person = findPerson(subject);
      if (!person) return undefined;
      const { nickname } = person;
      const claims = {
        sub: subject,
        name: person.name,
        nickname,
        preferred_username: nickname,
        picture: formatPictureUrl(`${baseUrl}/${name}`, person),
        email: sharedEmail,
        email_verified: true,
      };
      return { accountId: subject, claims: () => Promise.resolve(claims) };
    },
  };
}

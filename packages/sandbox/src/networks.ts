import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { interactionPolicy, Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { answerApi, type Post } from "./network-api.ts";
import { finishInteraction, showInteraction } from "./network-pages.ts";
import { personOf, sharedEmail } from "./people.ts";

export const networkNames = ["twitter", "facebook", "google", "kakao", "weibo", "instagram"];

export const networkSecret = "a secret of the sandbox alone";

/** OpenID Connect servers that stand in for the networks, each at an address of its own. */
export interface SandboxNetworks {
  /** A network's address, which is its issuer. */
  issuer(network: string): string;
  /** What was posted, oldest first. */
  posts: Post[];
  /** While set, posting answers this status. */
  refusal: { status?: number };
  /** All access tokens end now; those who were given a refresh token can get new ones. */
  expireTokens(): Promise<void>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Where the site is that people come from and go back to. */
  public_url: string;
  /** 0 takes a free one. */
  port?: number;
}

export function clientId(network: string): string {
  return `toibako-at-${network}`;
}

/** The environment by which the site finds the sandbox. */
export function networkEnvironment(networks: SandboxNetworks): Record<string, string> {
  return Object.fromEntries(
    networkNames.flatMap((network) => {
      const name = `OAUTH_${network.toUpperCase()}`;
      return [
        [`${name}_CLIENT_ID`, clientId(network)],
        [`${name}_CLIENT_SECRET`, networkSecret],
        [`${name}_ISSUER`, networks.issuer(network)],
      ];
    }),
  );
}

/** Keeps everything in memory, as long as the process lives. */
class Memory extends MemoryAdapter {}

const hour = 3_600;
const fortnight = 14 * 24 * hour;

interface Network {
  provider: Provider;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
}

export async function startNetworks({ public_url, port = 0 }: SandboxOptions) {
  const posts: Post[] = [];
  const refusal: SandboxNetworks["refusal"] = {};
  const living = new Set<{ destroy(): Promise<void> }>();
  const networks = new Map<string, Network>();
  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const jwk = { ...key.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "sandbox" };
  for (const name of networkNames) {
    const provider = new Provider(`${base}/${name}`, configurationOf(base, name, public_url, jwk));
    provider.on("access_token.saved", (token) => living.add(token));
    networks.set(name, { provider, handle: provider.callback() });
  }

  /** `/twitter/…`: what is no page or call of our own is OpenID Connect. */
  async function route(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? "";
    const [, name = "", first = "", second = ""] = (url.split("?")[0] ?? "").split("/");
    const network = networks.get(name);
    if (!network) return void response.writeHead(404).end();
    const { provider, handle } = network;
    const is_page = first === "interaction" && second !== "";
    if (is_page && request.method === "GET") return showInteraction(name, url, response);
    if (is_page) return finishInteraction(provider, request, response);
    const api = { issuer: `${base}/${name}`, network: name, posts, refusal };
    if (await answerApi(provider, api, request, response)) return;
    Object.assign(request, { originalUrl: url, url: url.slice(name.length + 1) });
    handle(request, response);
  }

  const sandbox: SandboxNetworks = {
    issuer: (network) => `${base}/${network}`,
    posts,
    refusal,
    expireTokens: async () => {
      await Promise.all([...living].map((token) => token.destroy()));
      living.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return sandbox;
}

function configurationOf(base: string, network: string, public_url: string, jwk: object) {
  const policy = interactionPolicy.base();
  // Everybody is asked each time who they are: one browser plays several people.
  const asks = new interactionPolicy.Check(
    "each_time",
    "Who is it?",
    ({ oidc }) => !oidc.result?.login,
  );
  policy.get("login").checks.add(asks);
  return {
    adapter: Memory,
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: clientId(network),
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
      AccessToken: 2 * hour,
      AuthorizationCode: 60,
      Grant: fortnight,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: fortnight,
      Session: hour,
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
      const person = personOf(subject);
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

import type { Provider } from "@toibako/contract/accounts.ts";

/** Who somebody is at a network. */
export interface NetworkPerson {
  subject: string;
  nickname: string;
  name: string;
  picture_url: string | null;
}

/** A network that speaks OAuth 2 alone: its addresses, and how to read who came. */
export interface OAuthAddresses {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  client_auth: "basic" | "post";
  /** Where the person is told of; some want the token in the address instead of a header. */
  profile: (tokens: Record<string, unknown>) => { url: string; token_in_address?: boolean };
  person: (reply: Fields) => NetworkPerson;
}

export interface NetworkKind {
  scope: string;
  /** OpenID Connect; the rest is found at the issuer. */
  issuer?: string;
  oauth?: OAuthAddresses;
  /** What we do in people's names later needs their tokens; of others none is kept. */
  keeps_tokens?: boolean;
  /** Where a form that leads to the network may end up. */
  form_hosts: string[];
}

/** A part of a reply: anything, until it was read as text. */
type Fields = Record<string, unknown>;

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const address = (value: unknown): string | null => text(value) || null;

/** The networks as they are in public; an issuer of the configuration takes their place. */
export const networkKinds: Record<Provider, NetworkKind> = {
  twitter: {
    scope: "users.read tweet.read tweet.write follows.read offline.access",
    keeps_tokens: true,
    form_hosts: ["https://x.com", "https://*.x.com", "https://twitter.com"],
    oauth: {
      issuer: "https://x.com",
      authorization_endpoint: "https://x.com/i/oauth2/authorize",
      token_endpoint: "https://api.x.com/2/oauth2/token",
      client_auth: "basic",
      profile: () => ({ url: "https://api.x.com/2/users/me?user.fields=profile_image_url" }),
      person: (reply) => {
        const { id, username, name, profile_image_url } = fields(reply.data);
        return {
          subject: text(id),
          nickname: text(username),
          name: text(name),
          picture_url: address(profile_image_url),
        };
      },
    },
  },
  facebook: {
    scope: "public_profile",
    form_hosts: ["https://www.facebook.com", "https://m.facebook.com"],
    oauth: {
      issuer: "https://www.facebook.com",
      authorization_endpoint: "https://www.facebook.com/v21.0/dialog/oauth",
      token_endpoint: "https://graph.facebook.com/v21.0/oauth/access_token",
      client_auth: "post",
      profile: () => ({ url: "https://graph.facebook.com/v21.0/me?fields=id,name,picture" }),
      person: ({ id, name, picture }) => ({
        subject: text(id),
        nickname: text(name),
        name: text(name),
        picture_url: address(fields(fields(picture).data).url),
      }),
    },
  },
  google: {
    scope: "openid profile",
    issuer: "https://accounts.google.com",
    form_hosts: ["https://accounts.google.com"],
  },
  kakao: {
    scope: "openid profile_nickname profile_image",
    issuer: "https://kauth.kakao.com",
    form_hosts: ["https://kauth.kakao.com", "https://accounts.kakao.com"],
  },
  weibo: {
    scope: "",
    form_hosts: ["https://api.weibo.com", "https://*.weibo.com", "https://*.weibo.cn"],
    oauth: {
      issuer: "https://api.weibo.com",
      authorization_endpoint: "https://api.weibo.com/oauth2/authorize",
      token_endpoint: "https://api.weibo.com/oauth2/access_token",
      client_auth: "post",
      profile: ({ uid }) => ({
        url: `https://api.weibo.com/2/users/show.json?uid=${encodeURIComponent(text(uid))}`,
        token_in_address: true,
      }),
      person: ({ idstr, screen_name, avatar_large }) => ({
        subject: text(idstr),
        nickname: text(screen_name),
        name: text(screen_name),
        picture_url: address(avatar_large),
      }),
    },
  },
  instagram: {
    scope: "instagram_business_basic",
    form_hosts: ["https://www.instagram.com"],
    oauth: {
      issuer: "https://www.instagram.com",
      authorization_endpoint: "https://www.instagram.com/oauth/authorize",
      token_endpoint: "https://api.instagram.com/oauth/access_token",
      client_auth: "post",
      profile: () => ({
        url: "https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url",
        token_in_address: true,
      }),
      person: ({ user_id, username, name, profile_picture_url }) => ({
        subject: text(user_id),
        nickname: text(username),
        name: text(name) || text(username),
        picture_url: address(profile_picture_url),
      }),
    },
  },
};

/** What an OpenID Connect server says of somebody. */
export function personOfClaims(claims: Fields): NetworkPerson {
  const name = text(claims.name) || text(claims.nickname);
  return {
    subject: text(claims.sub),
    nickname: text(claims.preferred_username) || text(claims.nickname) || name,
    name,
    picture_url: address(claims.picture),
  };
}

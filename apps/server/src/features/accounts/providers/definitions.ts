import type { Provider } from "@toibako/contract/accounts.ts";

/** A person's account at a provider. */
export interface ProviderPerson {
  subject: string;
  nickname: string;
  name: string;
  picture_url: string | null;
}

/** The addresses of a provider that has OAuth 2 without OpenID Connect, and the reader of its replies. */
export interface OAuthAddresses {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  client_auth: "basic" | "post";
  /** The request for the person. Some providers accept the token only in the address (`has_token_in_address`). */
  profileRequest: (tokens: Record<string, unknown>) => {
    url: string;
    has_token_in_address?: boolean;
  };
  readPerson: (reply: Fields) => ProviderPerson;
}

/** The addresses of a provider. With OpenID Connect, the client fetches them from the issuer's address. */
export type ProviderAddresses = { issuer: string } | { oauth: OAuthAddresses };

export type ProviderDefinition = ProviderAddresses & {
  scope: string;
  /** The address of the API, if this site calls it after the sign-in; needs `keeps_tokens`. */
  api_url?: string;
  /** Whether tokens are stored, for calls of the API in the person's name. */
  keeps_tokens?: boolean;
  /** The hosts of profile pictures. */
  picture_hosts: RegExp;
  /** The origins to which the form that starts a visit may be redirected, for `form-action` of the CSP. */
  form_hosts: string[];
};

/** A JSON object whose values have unknown types. */
type Fields = Record<string, unknown>;

/** Returns "" for a number above 2^53, because the parser has rounded it: two ids could become equal. */
const toText = (value: unknown): string =>
  typeof value === "string" || Number.isSafeInteger(value) ? String(value) : "";

const toFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const toAddress = (value: unknown): string | null => toText(value) || null;

/** The definitions of the public providers. A configured issuer replaces their addresses. */
export const providerDefinitions: Record<Provider, ProviderDefinition> = {
  twitter: {
    scope: "users.read tweet.read tweet.write follows.read offline.access",
    api_url: "https://api.x.com",
    keeps_tokens: true,
    form_hosts: ["https://x.com", "https://*.x.com", "https://twitter.com"],
    picture_hosts: /^pbs\.twimg\.com$/,
    oauth: {
      issuer: "https://x.com",
      authorization_endpoint: "https://x.com/i/oauth2/authorize",
      token_endpoint: "https://api.x.com/2/oauth2/token",
      client_auth: "basic",
      profileRequest: () => ({ url: "https://api.x.com/2/users/me?user.fields=profile_image_url" }),
      readPerson: readPersonFromX,
    },
  },
  facebook: {
    scope: "public_profile",
    form_hosts: ["https://www.facebook.com", "https://m.facebook.com"],
    picture_hosts: /\.(fbsbx\.com|fbcdn\.net)$/,
    oauth: {
      issuer: "https://www.facebook.com",
      authorization_endpoint: "https://www.facebook.com/v21.0/dialog/oauth",
      token_endpoint: "https://graph.facebook.com/v21.0/oauth/access_token",
      client_auth: "post",
      profileRequest: () => ({ url: "https://graph.facebook.com/v21.0/me?fields=id,name,picture" }),
      readPerson: ({ id, name, picture }) => ({
        subject: toText(id),
        nickname: toText(name),
        name: toText(name),
        picture_url: toAddress(toFields(toFields(picture).data).url),
      }),
    },
  },
  google: {
    scope: "openid profile",
    issuer: "https://accounts.google.com",
    form_hosts: ["https://accounts.google.com"],
    picture_hosts: /^lh[3-6]\.googleusercontent\.com$/,
  },
  kakao: {
    scope: "openid profile_nickname profile_image",
    issuer: "https://kauth.kakao.com",
    form_hosts: ["https://kauth.kakao.com", "https://accounts.kakao.com"],
    picture_hosts: /\.kakaocdn\.net$/,
  },
  weibo: {
    scope: "",
    form_hosts: ["https://api.weibo.com", "https://*.weibo.com", "https://*.weibo.cn"],
    picture_hosts: /\.sinaimg\.cn$/,
    oauth: {
      issuer: "https://api.weibo.com",
      authorization_endpoint: "https://api.weibo.com/oauth2/authorize",
      token_endpoint: "https://api.weibo.com/oauth2/access_token",
      client_auth: "post",
      profileRequest: ({ uid }) => ({
        url: `https://api.weibo.com/2/users/show.json?uid=${encodeURIComponent(toText(uid))}`,
        has_token_in_address: true,
      }),
      readPerson: ({ idstr, screen_name, avatar_large }) => ({
        subject: toText(idstr),
        nickname: toText(screen_name),
        name: toText(screen_name),
        picture_url: toAddress(avatar_large),
      }),
    },
  },
  instagram: {
    scope: "instagram_business_basic",
    form_hosts: ["https://www.instagram.com"],
    picture_hosts: /\.(cdninstagram\.com|fbcdn\.net)$/,
    oauth: {
      issuer: "https://www.instagram.com",
      authorization_endpoint: "https://www.instagram.com/oauth/authorize",
      token_endpoint: "https://api.instagram.com/oauth/access_token",
      client_auth: "post",
      profileRequest: () => ({
        url: "https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url",
        has_token_in_address: true,
      }),
      readPerson: ({ user_id, username, name, profile_picture_url }) => ({
        subject: toText(user_id),
        nickname: toText(username),
        name: toText(name) || toText(username),
        picture_url: toAddress(profile_picture_url),
      }),
    },
  },
};

/** Reads a person from a reply of X. */
export function readPersonFromX(reply: Fields): ProviderPerson {
  const { id, username, name, profile_image_url } = toFields(reply.data);
  return {
    subject: toText(id),
    nickname: toText(username),
    name: toText(name),
    picture_url: toAddress(profile_image_url),
  };
}

/** Reads the person from the claims of OpenID Connect. */
export function readPersonFromClaims(claims: Fields): ProviderPerson {
  const name = toText(claims.name) || toText(claims.nickname);
  return {
    subject: toText(claims.sub),
    nickname: toText(claims.preferred_username) || toText(claims.nickname) || name,
    name,
    picture_url: toAddress(claims.picture),
  };
}

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Provider, providers } from "@toibako/contract/accounts.ts";

export type Role = "all" | "web" | "worker";

/** What a network gave the operator, so that people can come from there. */
export interface NetworkKeys {
  client_id: string;
  client_secret: string;
  /** An OpenID Connect server that speaks for the network, instead of the network's own addresses. */
  issuer: string | undefined;
}

/** Everything that the environment decides, read once. Lengths of time are in milliseconds. */
export interface Config {
  port: number;
  host: string;
  /** Where people reach the site; an origin without a trailing slash. */
  public_url: string;
  data_dir: string;
  database_url: string | undefined;
  redis_url: string | undefined;
  /** Where mail is handed over; without it none is sent. */
  smtp_url: string | undefined;
  mail_from: string;
  /** Who gets what people write to the operator. */
  operator_email: string | undefined;
  /** The networks that are configured; others do not exist for this site. */
  networks: Partial<Record<Provider, NetworkKeys>>;
  /** Where the banner for people on iOS leads; without it there is none. */
  app_link_url: string | undefined;
  /** A folder with the operator's word lists, `<locale>.txt`. */
  ng_words_dir: string | undefined;
  /** A service that judges texts (OpenAI's moderation calls); without it, the model in the process. */
  moderation_url: string | undefined;
  moderation_token: string | undefined;
  role: Role;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trust_proxy: string[];
  /** 32 bytes or more; every keyed hash and seal derives from it. */
  secret_key: Buffer;
  /** Multiplies the figure of every limit; 0 switches them off. */
  limit_factor: number;
  production: boolean;
  demo: boolean;
  log_level: string;
}

/** Says in one sentence what is wrong with the environment; the process ends with exit code 2. */
export class ConfigError extends Error {}

export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const production = env.NODE_ENV === "production";
  const port = number(env, "PORT", 3000, 0, 65_535);
  const data_dir = resolve(env.DATA_DIR ?? "./data");
  const database_url = url(env, "DATABASE_URL", ["postgres:", "postgresql:"]);
  return {
    port,
    host: env.HOST ?? "0.0.0.0",
    public_url: (url(env, "PUBLIC_URL", ["http:", "https:"]) ?? `http://localhost:${port}`).replace(
      /\/+$/,
      "",
    ),
    data_dir,
    database_url,
    redis_url: url(env, "REDIS_URL", ["redis:", "rediss:"]),
    smtp_url: url(env, "SMTP_URL", ["smtp:", "smtps:"]),
    mail_from: env.MAIL_FROM ?? "Toibako <no-reply@localhost>",
    operator_email: env.OPERATOR_EMAIL,
    networks: networks(env),
    app_link_url: url(env, "APP_LINK_URL", ["https:"]),
    ng_words_dir: folder(env, "NG_WORDS_DIR"),
    moderation_url: url(env, "MODERATION_URL", ["http:", "https:"]),
    moderation_token: env.MODERATION_TOKEN,
    role: choice(env, "ROLE", ["all", "web", "worker"], "all"),
    trust_proxy: (env.TRUST_PROXY ?? "").split(",").filter(Boolean),
    secret_key: secretKey(env.SECRET_KEY, data_dir, production && database_url !== undefined),
    limit_factor: number(env, "LIMIT_FACTOR", 1, 0, 1_000_000),
    production,
    demo: env.DEMO === "1",
    log_level: choice(env, "LOG_LEVEL", ["debug", "info", "warn", "error", "silent"], "info"),
  };
}

function number(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number) {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

function choice<const T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  values: readonly T[],
  fallback: T,
): T {
  const text = env[name] || fallback;
  const value = values.find((candidate) => candidate === text);
  if (value) return value;
  throw new ConfigError(`${name} must be one of ${values.join(", ")}, not "${text}".`);
}

function url(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new ConfigError(`${name} must be an address that starts with ${protocols.join(" or ")}//.`);
}

function networks(env: NodeJS.ProcessEnv): Config["networks"] {
  const found: Config["networks"] = {};
  for (const provider of providers) {
    const name = `OAUTH_${provider.toUpperCase()}`;
    const client_id = env[`${name}_CLIENT_ID`];
    const client_secret = env[`${name}_CLIENT_SECRET`];
    if (!client_id && !client_secret) continue;
    if (!client_id || !client_secret) {
      throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET are given together.`);
    }
    const issuer = url(env, `${name}_ISSUER`, ["http:", "https:"])?.replace(/\/+$/, "");
    if (issuer && !isSafe(issuer)) {
      throw new ConfigError(`${name}_ISSUER must be an address that starts with https://.`);
    }
    found[provider] = { client_id, client_secret, issuer };
  }
  return found;
}

/** Nobody listens on the way: encrypted, or inside this machine. */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function folder(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[name];
  if (!path) return undefined;
  if (existsSync(path)) return resolve(path);
  throw new ConfigError(`${name} must be a folder that exists, not "${path}".`);
}

/** A key of one's own in the data folder; with a shared database every process must be given it. */
function secretKey(given: string | undefined, data_dir: string, shared: boolean): Buffer {
  if (given !== undefined && given !== "") {
    if (given.length < 32) throw new ConfigError("SECRET_KEY must have at least 32 characters.");
    return Buffer.from(given);
  }
  if (shared) {
    throw new ConfigError("SECRET_KEY is needed with DATABASE_URL: 32 random characters or more.");
  }
  const file = join(data_dir, "secret.key");
  if (!existsSync(file)) {
    mkdirSync(data_dir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  return Buffer.from(readFileSync(file, "utf8").trim());
}

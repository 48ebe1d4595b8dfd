import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export type Role = "all" | "web" | "worker";

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

import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { linkOnlyProviders, type Provider, providers } from "@toibako/contract/accounts.ts";
import ipaddr from "ipaddr.js";
import {
  ConfigError,
  isEncryptedOrLocal,
  readChoice,
  readInteger,
  readUrl,
} from "./environment.ts";
import { type PaymentConfig, readPayment } from "./payment-config.ts";
import { readS3, type S3Config } from "./storage/s3-config.ts";

export type Role = "all" | "web" | "worker";

/** The credentials of this site at a provider, for signing in with it. */
export interface ProviderKeys {
  client_id: string;
  client_secret: string;
  /** An OpenID Connect server to use instead of the provider's own addresses. */
  issuer: string | undefined;
}

/** Everything that the environment decides, read once. */
export interface Config {
  port: number;
  host: string;
  /** The public origin of the site, without a trailing slash. */
  public_url: string;
  data_dir: string;
  database_url: string | undefined;
  redis_url: string | undefined;
  /** The bucket of pictures and archives; without it they are in the data folder. */
  s3: S3Config | undefined;
  /** The mail server; without it no mail is sent. */
  smtp_url: string | undefined;
  mail_from: string;
  /** The recipient of messages from the contact form. */
  operator_email: string | undefined;
  /** Where to report vulnerabilities, `mailto:` or `https:`; the contact form if there is none. */
  security_contact: string | undefined;
  /** The configured providers; the site offers no others. */
  provider_keys: Partial<Record<Provider, ProviderKeys>>;
  /**
   * Whether people can register and sign in with a handle and a password; else only with a provider or a
   * passkey.
   */
  has_own_id: boolean;
  /** The address of the app, to which a banner on iOS links; without it there is no banner. */
  app_link_url: string | undefined;
  /** The address of the operator's games site, without a trailing slash; without it no games are shown. */
  games_url: string | undefined;
  /** The address of the source code, for links to its documents and tests. */
  source_url: string | undefined;
  /** A folder with the operator's word lists, `<locale>.txt`. */
  ng_words_dir: string | undefined;
  /** A moderation service with OpenAI's API; without it, the built-in model scores texts. */
  moderation_url: string | undefined;
  moderation_token: string | undefined;
  /**
   * The private VAPID key of push messages, 32 bytes in base64url; derived from `secret_key` if
   * undefined.
   */
  vapid_private_key: string | undefined;
  /** A local push service for tests; no environment variable sets it. */
  push_stand_in: { origin: string; certificate: string } | undefined;
  /** The origin of a host that serves only the frames of advertisements; without it, the site serves them itself. */
  ads_origin: string | undefined;
  /** The script of the network with native units; without it, the ids of such units do nothing. */
  native_ad_script_url: string | undefined;
  /** The payment provider and what is sold; without it, nothing is. */
  payment: PaymentConfig | undefined;
  /** Whether talks are behind the paywall: exactly if there is a payment provider, except in tests of talks. */
  has_payment: boolean;
  role: Role;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` header is trusted. */
  trust_proxy: string[];
  /**
   * Seconds between SIGTERM and the end of listening, in which `/readyz` says no and everything is served.
   */
  stop_delay: number;
  /** 32 bytes or more; every keyed hash and seal derives from it. */
  secret_key: Buffer;
  /** How many days backups are kept at most, and so the tags of destroyed accounts, which a restore needs. */
  backup_days: number;
  /** Seconds between batches of jobs, such as notices of answers; hides which answer caused a notice. */
  batch_seconds: number;
  /** Multiplies the maximum of every limit; 0 switches all limits off. */
  limit_factor: number;
  /** The port of the separate metrics listener; without it metrics are not served. */
  metrics_port: number | undefined;
  metrics_host: string;
  /** Where errors are reported: the address of a project at a service that speaks Sentry's protocol. */
  error_report_url: string | undefined;
  is_production: boolean;
  is_demo: boolean;
  log_level: string;
}

export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const is_production = env.NODE_ENV === "production";
  const port = readInteger(env, "PORT", 3000, 0, 65_535);
  const data_dir = resolve(env.DATA_DIR ?? "./data");
  const database_url = readUrl(env, "DATABASE_URL", ["postgres:", "postgresql:"]);
  const provider_keys = readProviders(env);
  const trust_proxy = readProxies(env, "TRUST_PROXY");
  const payment = readPayment(env);
  if (is_production) requireOwnSecrets(env);
  const public_url = (
    readUrl(env, "PUBLIC_URL", ["http:", "https:"]) ?? `http://localhost:${port}`
  ).replace(/\/+$/, "");
  return {
    port,
    host: env.HOST ?? "0.0.0.0",
    public_url,
    data_dir,
    database_url,
    redis_url: readUrl(env, "REDIS_URL", ["redis:", "rediss:"]),
    s3: readS3(env),
    smtp_url: readUrl(env, "SMTP_URL", ["smtp:", "smtps:"]),
    mail_from: env.MAIL_FROM ?? "Toibako <no-reply@localhost>",
    operator_email: env.OPERATOR_EMAIL,
    security_contact: readUrl(env, "SECURITY_CONTACT", ["mailto:", "https:"]),
    provider_keys,
    has_own_id: readOwnId(env, provider_keys),
    app_link_url: readUrl(env, "APP_LINK_URL", ["https:"]),
    games_url: readGamesUrl(env),
    source_url: readUrl(env, "SOURCE_URL", ["http:", "https:"])?.replace(/\/+$/, ""),
    ng_words_dir: readFolder(env, "NG_WORDS_DIR"),
    moderation_url: readUrl(env, "MODERATION_URL", ["http:", "https:"]),
    moderation_token: env.MODERATION_TOKEN,
    vapid_private_key: readVapidKey(env.VAPID_PRIVATE_KEY),
    push_stand_in: undefined,
    ...readAds(env, public_url),
    payment,
    has_payment: payment !== undefined,
    role: readChoice(env, "ROLE", ["all", "web", "worker"], "all"),
    trust_proxy,
    stop_delay: readInteger(env, "STOP_DELAY_SECONDS", trust_proxy.length > 0 ? 10 : 0, 0, 300),
    secret_key: loadSecretKey(
      env.SECRET_KEY,
      data_dir,
      is_production && database_url !== undefined,
    ),
    backup_days: readInteger(env, "BACKUP_DAYS", 90, 1, 3_650),
    batch_seconds: readInteger(env, "ANSWER_NOTICE_SECONDS", 45, 1, 3_600),
    limit_factor: readInteger(env, "LIMIT_FACTOR", 1, 0, 1_000_000),
    metrics_port: env.METRICS_PORT ? readInteger(env, "METRICS_PORT", 0, 1, 65_535) : undefined,
    metrics_host: env.METRICS_HOST || "127.0.0.1",
    error_report_url: readUrl(env, "ERROR_REPORT_URL", ["http:", "https:"]),
    is_production,
    is_demo: env.DEMO === "1",
    log_level: readChoice(env, "LOG_LEVEL", ["debug", "info", "warn", "error", "silent"], "info"),
  };
}

const minPasswordLength = 8;

/** Refuses a site whose secrets are those of an example, or one and the same. */
function requireOwnSecrets({ PUBLIC_URL, DATABASE_URL, SECRET_KEY }: NodeJS.ProcessEnv): void {
  if (PUBLIC_URL && new URL(PUBLIC_URL).hostname === exampleHost)
    throw new ConfigError(
      `${exampleHost} is an example: set SITE_ADDRESS or PUBLIC_URL to the site's host.`,
    );
  // Servers that only this machine reaches may have none.
  const password = DATABASE_URL ? decodeURIComponent(new URL(DATABASE_URL).password) : "";
  if (password === "") return;
  if (password === SECRET_KEY)
    throw new ConfigError(
      "SECRET_KEY and the password in DATABASE_URL (POSTGRES_PASSWORD) must differ.",
    );
  if (password.length < minPasswordLength)
    throw new ConfigError(
      `The password in DATABASE_URL (POSTGRES_PASSWORD) must have at least ${minPasswordLength} characters.`,
    );
}

/** The host of `ops/site.env.example`. */
const exampleHost = "questions.example.org";

/** Reads addresses and ranges such as `10.0.0.0/8`, separated by commas. */
function readProxies(env: NodeJS.ProcessEnv, name: string): string[] {
  const parts = (env[name] ?? "").split(",").map((part) => part.trim());
  const proxies = parts.filter((part) => part !== "");
  const invalid = proxies.find((proxy) => !ipaddr.isValid(proxy) && !ipaddr.isValidCIDR(proxy));
  if (invalid === undefined) return proxies;
  throw new ConfigError(`${name} must be addresses separated by commas, not "${invalid}".`);
}

function readProviders(env: NodeJS.ProcessEnv): Config["provider_keys"] {
  const keys: Config["provider_keys"] = {};
  for (const provider of providers) {
    const name = `OAUTH_${provider.toUpperCase()}`;
    const client_id = env[`${name}_CLIENT_ID`];
    const client_secret = env[`${name}_CLIENT_SECRET`];
    if (!client_id && !client_secret) continue;
    if (!client_id || !client_secret) {
      throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together.`);
    }
    const issuer = readUrl(env, `${name}_ISSUER`, ["http:", "https:"])?.replace(/\/+$/, "");
    if (issuer && !isEncryptedOrLocal(issuer)) {
      throw new ConfigError(`${name}_ISSUER must be an address that starts with https://.`);
    }
    keys[provider] = { client_id, client_secret, issuer };
  }
  return keys;
}

/** Reads where the frames of advertisements are served, and the script of native units. */
function readAds(
  env: NodeJS.ProcessEnv,
  public_url: string,
): Pick<Config, "ads_origin" | "native_ad_script_url"> {
  const [ads_origin, native_ad_script_url] = ["ADS_ORIGIN", "NATIVE_AD_SCRIPT_URL"].map((name) => {
    const address = readUrl(env, name, ["http:", "https:"])?.replace(/\/+$/, "");
    if (address === undefined || isEncryptedOrLocal(address)) return address;
    throw new ConfigError(`${name} must be an address that starts with https://.`);
  });
  if (ads_origin !== undefined && new URL(ads_origin).origin !== ads_origin)
    throw new ConfigError(
      "ADS_ORIGIN must be an origin without a path, such as https://ads.example.net.",
    );
  if (ads_origin !== undefined && new URL(ads_origin).host === new URL(public_url).host)
    throw new ConfigError("ADS_ORIGIN must be another host than that of PUBLIC_URL.");
  return { ads_origin, native_ad_script_url };
}

/** Lists the configured providers with which people can sign in. */
export function listSignInProviders(keys: Config["provider_keys"]): Provider[] {
  return providers.filter((name) => keys[name] && !linkOnlyProviders.includes(name));
}

/**
 * Reads whether people can register and sign in with a handle. If not, a provider to sign in with must be
 * configured.
 */
function readOwnId(env: NodeJS.ProcessEnv, keys: Config["provider_keys"]): boolean {
  if (readChoice(env, "OWN_ID", ["on", "off"], "on") === "on") return true;
  if (listSignInProviders(keys).length > 0) return false;
  throw new ConfigError("OWN_ID can be off only if a provider to sign in with is configured.");
}

/** Reads the address of the games site, to which paths and a parameter are added. */
function readGamesUrl(env: NodeJS.ProcessEnv): string | undefined {
  const text = readUrl(env, "GAMES_URL", ["http:", "https:"]);
  if (!text) return undefined;
  const { href, origin, pathname } = new URL(text);
  if (href === origin + pathname && isEncryptedOrLocal(text)) return href.replace(/\/+$/, "");
  throw new ConfigError(
    "GAMES_URL must be an address that starts with https://, without a name, a query or a hash.",
  );
}

function readVapidKey(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  throw new ConfigError("VAPID_PRIVATE_KEY must be 32 bytes in base64url, which is 43 characters.");
}

function readFolder(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[name];
  if (!path) return undefined;
  if (existsSync(path)) return resolve(path);
  throw new ConfigError(`${name} must be a folder that exists, not "${path}".`);
}

const minKeyLength = 32;
/** Fewer are a repeated word; 32 random hexadecimal digits have more in all but one of a billion keys. */
const minDifferentCharacters = 8;

/**
 * Reads SECRET_KEY, or else the key in the data folder, which it creates if there is none. Processes
 * that share a database must be given the same SECRET_KEY.
 */
function loadSecretKey(
  text: string | undefined,
  data_dir: string,
  isDatabaseShared: boolean,
): Buffer {
  if (text !== undefined && text !== "") {
    if (text.length < minKeyLength)
      throw new ConfigError(`SECRET_KEY must have at least ${minKeyLength} characters.`);
    if (new Set(text).size < minDifferentCharacters)
      throw new ConfigError("SECRET_KEY must be random, for example by: openssl rand -base64 33");
    return Buffer.from(text);
  }
  if (isDatabaseShared) {
    throw new ConfigError("SECRET_KEY is needed with DATABASE_URL: 32 random characters or more.");
  }
  const file = join(data_dir, "secret.key");
  if (!existsSync(file)) {
    // With another key, nobody would find the senders of the stored questions any more.
    if (existsSync(join(data_dir, "database")))
      throw new ConfigError(
        `${file} is missing, but there is a database. Restore it, or set SECRET_KEY.`,
      );
    createSecretFile(file);
  }
  const key = readFileSync(file, "utf8").trim();
  if (key.length >= minKeyLength) return Buffer.from(key);
  // Everybody could derive the hashes and open the seals of an empty key.
  throw new ConfigError(
    `${file} is empty or damaged. Restore it from a backup, or delete the whole data folder if nothing was stored in it yet.`,
  );
}

/** Creates the key so that the file is there as a whole or not at all, also if the disk is full or the power fails. */
function createSecretFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    linkSync(temporary, file);
  } catch (error) {
    // Another process has created the key at the same time.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

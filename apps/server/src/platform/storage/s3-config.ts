import { ConfigError, readUrl } from "#platform/environment.ts";

/** A bucket of an S3-compatible store. */
export interface S3Config {
  /** The address of the store, without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  /** The beginning of all keys: empty, or it ends with a slash. */
  prefix: string;
  access_key_id: string;
  secret_access_key: string;
}

const form = "S3_URL must have the form https://<host>/<bucket>[/<prefix>][?region=<region>]";

/** Reads the store of pictures and archives; undefined if they are stored in the data folder. */
export function readS3(env: NodeJS.ProcessEnv): S3Config | undefined {
  const address = readUrl(env, "S3_URL", ["http:", "https:"]);
  if (address === undefined) return undefined;
  const { origin, username, password, pathname, searchParams, hash } = new URL(address);
  // Only the two variables below may have keys: addresses are shown in error messages.
  if (username || password) throw new ConfigError("S3_URL must not contain the keys.");
  const { region = "us-east-1", ...others } = Object.fromEntries(searchParams);
  const path = pathname.replace(/^\/|\/+$/g, "");
  const isValid = /^[\w.-]+(\/[\w-]+)*$/.test(path) && /^[\w-]+$/.test(region);
  if (!isValid || hash || Object.keys(others).length > 0) throw new ConfigError(`${form}.`);
  const [bucket = "", ...folders] = path.split("/");
  return {
    endpoint: origin,
    region,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(""),
    access_key_id: readKey(env, "S3_ACCESS_KEY_ID"),
    secret_access_key: readKey(env, "S3_SECRET_ACCESS_KEY"),
  };
}

function readKey(env: NodeJS.ProcessEnv, name: string): string {
  const key = env[name]?.trim();
  if (key) return key;
  throw new ConfigError(`${name} is needed with S3_URL.`);
}

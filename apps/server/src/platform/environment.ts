/** An invalid environment, described in one sentence; the process exits with code 2. */
export class ConfigError extends Error {}

export function readInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
) {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

export function readChoice<const T extends string>(
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

export function readUrl(
  env: NodeJS.ProcessEnv,
  name: string,
  protocols: string[],
): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  const prefixes = protocols.map((protocol) =>
    protocol === "mailto:" ? protocol : `${protocol}//`,
  );
  throw new ConfigError(`${name} must be an address that starts with ${prefixes.join(" or ")}.`);
}

/** Whether an address uses HTTPS or stays on this machine. */
export function isEncryptedOrLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

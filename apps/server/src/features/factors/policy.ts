import { randomInt } from "node:crypto";
import { recoveryCodeCount } from "@toibako/contract/factors.ts";
import { readTypedCode } from "@toibako/contract/typed-keys.ts";
import { Secret, TOTP } from "otpauth";

// 32 characters: digits and letters except i, l and o, which look like digits, and u, to avoid offensive words.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const recoveryCodeLength = 12;

/** Creates ten codes of 60 random bits each, in groups of four letters: `k7pq-03xm-9d2w`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(32)]);
    return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** An entered code, normalised; recovery codes have no hyphens. */
export type Code = { kind: "totp" | "recovery"; text: string };

/**
 * Normalises an entered code. In a recovery code, reads o as 0, and i and l as 1, because recovery codes don't contain
 * these letters.
 */
export function readCode(typed: string): Code {
  const text = readTypedCode(typed);
  if (/^\d{6}$/.test(text)) return { kind: "totp", text };
  return { kind: "recovery", text: text.replace(/o/g, "0").replace(/[il]/g, "1") };
}

/** For how long the authenticator app shows a code. */
const stepSeconds = 30;

function createTotp(secret: string, account: string): TOTP {
  return new TOTP({
    issuer: "Toibako",
    label: account,
    algorithm: "SHA1",
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** Creates a secret of 160 bits in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Formats the `otpauth:` URL that authenticator apps read from a QR code. */
export function formatTotpUrl(secret: string, account: string): string {
  return createTotp(secret, account).toString();
}

/**
 * Returns the number of the time step since 1970 for which a code is valid; undefined for a wrong code. Accepts the
 * current, the previous and the next step, because clocks differ.
 */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = createTotp(secret, "").validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta;
}

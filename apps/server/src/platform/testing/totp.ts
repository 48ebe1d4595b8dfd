import { startTotp, turnOnTotp } from "@toibako/contract/factors.ts";
import { Secret, TOTP } from "otpauth";
import type { Browser } from "./browser.ts";

const createCode = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    // A time step has 30 seconds.
    timestamp: Date.now() + steps * 30_000,
  });

/** Creates the code that an authenticator app shows now. */
export const createCurrentCode = (secret: string) => createCode(secret, 0);

/**
 * Creates the code of the next time step. The server accepts it after the current one, and still does if the next
 * step begins meanwhile.
 */
export const createNextCode = (secret: string) => createCode(secret, 1);

/** Turns on the second factor by the current code, so that the next one can be used afterwards. */
export async function turnOnSecondFactor(person: Browser, headers?: Record<string, string>) {
  const { secret, url } = (await person.send(startTotp, {}, headers)).data;
  const turnedOn = await person.send(
    turnOnTotp,
    { body: { code: createCurrentCode(secret) } },
    headers,
  );
  if (turnedOn.status !== 200) throw new Error(`turning on the second factor: ${turnedOn.text}`);
  return { secret, url, recovery_codes: turnedOn.data.recovery_codes };
}

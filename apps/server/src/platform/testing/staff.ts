import type { Role } from "@toibako/contract/endpoint.ts";
import { startTotp, turnOnTotp } from "@toibako/contract/factors.ts";
import { enterConsole } from "@toibako/contract/staff/console.ts";
import { Secret, TOTP } from "otpauth";
import type { Browser } from "./browser.ts";
import type { openSite } from "./site.ts";

type Site = Awaited<ReturnType<typeof openSite>>;

export async function giveRole(site: Site, account: string, role: Role | null): Promise<void> {
  await site.services.database.executeSql("update users set role = $1 where account = $2", [
    role,
    account,
  ]);
}

/** Creates the code that the authenticator app shows `steps` time steps of 30 seconds later. */
const createTotpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Turns on a second factor and returns its secret. The code of the current time step can be used afterwards. */
async function turnOnSecondFactor(person: Browser): Promise<string> {
  const { data } = await person.send(startTotp, {});
  await person.send(turnOnTotp, { body: { code: createTotpCode(data.secret, -1) } });
  return data.secret;
}

/** Registers an account of staff, which has entered the console. */
export async function registerStaff(site: Site, account: string, role: Role = "moderator") {
  const browser = await site.registerPerson(account, "en");
  await giveRole(site, account, role);
  const secret = await turnOnSecondFactor(browser);
  const entered = await browser.send(enterConsole, { body: { code: createTotpCode(secret) } });
  if (entered.status !== 204) throw new Error(`entering the console: ${entered.text}`);
  return browser;
}

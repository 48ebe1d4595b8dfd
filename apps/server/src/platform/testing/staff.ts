import type { Role } from "@toibako/contract/endpoint.ts";
import { enterConsole } from "@toibako/contract/staff/console.ts";
import type { openSite } from "./site.ts";
import { createNextCode, turnOnSecondFactor } from "./totp.ts";

type Site = Awaited<ReturnType<typeof openSite>>;

export async function giveRole(site: Site, account: string, role: Role | null): Promise<void> {
  await site.services.database.executeSql("update users set role = $1 where account = $2", [
    role,
    account,
  ]);
}

/** Registers an account of staff, which has entered the console. */
export async function registerStaff(site: Site, account: string, role: Role = "moderator") {
  const browser = await site.registerPerson(account, "en");
  await giveRole(site, account, role);
  const { secret } = await turnOnSecondFactor(browser);
  const entered = await browser.send(enterConsole, { body: { code: createNextCode(secret) } });
  if (entered.status !== 204) throw new Error(`entering the console: ${entered.text}`);
  return browser;
}

import type { APIRequestContext, Page } from "@playwright/test";
import type { Role } from "@toibako/contract/endpoint.ts";
import { Secret, TOTP } from "otpauth";
import { sendSuccessfully } from "./calls.ts";
import { openPage, test } from "./fixture.ts";
import { type ChangeableSite, changeDatabase, openChangeableSite } from "./second-site.ts";
import { translate } from "./texts.ts";

/** Gives accounts their roles in the database of a stopped site. */
export const storeRoles = (data_dir: string, roles: Record<string, Role>): Promise<void> =>
  changeDatabase(data_dir, async (executeSql) => {
    for (const [account, role] of Object.entries(roles))
      await executeSql("update users set role = $1 where account = $2", [role, account]);
  });

/** Turns on the second factor of an account; returns its next code, by the time of the call. */
export async function turnOnSecondFactor(request: APIRequestContext): Promise<() => string> {
  const started = await sendSuccessfully(request, "POST", "/api/v2/me/totp");
  const { secret } = await started.json();
  const createCode = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + steps * 30_000,
    });
  // The server accepts the next code after the current one, and still does if a time step ends meanwhile.
  await sendSuccessfully(request, "PUT", "/api/v2/me/totp", { code: createCode(0) });
  return () => createCode(1);
}

/**
 * Starts a site for the tests of a file, and returns a function that gives accounts their roles. The site is stopped and
 * started again meanwhile.
 */
export function serveStaffSite(
  address: string,
  readEnvironment = (): Record<string, string> => ({}),
): (roles: Record<string, Role>) => Promise<void> {
  let site: ChangeableSite | undefined;
  test.beforeAll(async () => {
    site = await openChangeableSite(address, readEnvironment());
  });
  test.afterAll(() => site?.close());
  return async (roles) => {
    await site?.whileStopped((data_dir) => storeRoles(data_dir, roles));
  };
}

/** Opens a page of the console, whose path begins with the language of the account, and enters by a code. */
export async function enterConsole(
  page: Page,
  path: string,
  createCode: () => string,
): Promise<void> {
  await openPage(page, path);
  const locale = path.startsWith("/en/") ? "en" : "ja";
  await page.getByLabel(translate(locale, "factors.code")).fill(createCode());
  await page.keyboard.press("Enter");
}

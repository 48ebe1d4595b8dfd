import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Role } from "@toibako/contract/endpoint.ts";
import { Secret, TOTP } from "otpauth";
import { openEmbedded } from "../apps/server/src/platform/database/db-embedded.ts";
import { sendSuccessfully } from "./calls.ts";
import { openPage, test } from "./fixture.ts";
import { openSecondSite } from "./second-site.ts";
import { translate } from "./texts.ts";

/** Gives accounts their roles in the embedded database of a data folder, whose site must be stopped. */
export async function storeRoles(data_dir: string, roles: Record<string, Role>): Promise<void> {
  const database = await openEmbedded(data_dir);
  for (const [account, role] of Object.entries(roles))
    await database.executeSql("update users set role = $1 where account = $2", [role, account]);
  await database.close();
}

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
  const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-e2e-staff-"));
  let stopSite: (() => Promise<void>) | undefined;
  async function startSite(): Promise<void> {
    const environment = { LIMIT_FACTOR: "0", DATA_DIR, ...readEnvironment() };
    stopSite = await openSecondSite(address, environment);
  }
  test.beforeAll(startSite);
  test.afterAll(async () => {
    await stopSite?.();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  return async (roles) => {
    await stopSite?.();
    await storeRoles(DATA_DIR, roles);
    await startSite();
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

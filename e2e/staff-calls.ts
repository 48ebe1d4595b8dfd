import type { APIRequestContext } from "@playwright/test";
import type { Role } from "@toibako/contract/endpoint.ts";
import { Secret, TOTP } from "otpauth";
import { openEmbedded } from "../apps/server/src/platform/database/db-embedded.ts";
import { sendSuccessfully } from "./calls.ts";

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

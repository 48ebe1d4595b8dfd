import type { APIRequestContext } from "@playwright/test";
import type { AdSlot, AdTagType } from "@toibako/contract/ads/slots.ts";
import { type AdHost, startAdHost } from "@toibako/sandbox/ads.ts";
import { type GmoSandbox, startGmo } from "@toibako/sandbox/gmo.ts";
import { registerAccount, sendSuccessfully } from "./calls.ts";
import { seller } from "./payment-site.ts";
import { changeDatabase, openChangeableSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";

/** A tag; what is left out is that of a banner. */
interface SavedTag {
  body: string;
  tag_type?: AdTagType;
  id?: string;
  width?: number;
  height?: number;
  ios_group_id?: string;
  ios_unit_id?: string;
}

/** A site whose operator uses an advertising network, and which sells its plan. */
export interface AdSite {
  host: AdHost;
  /** Signs an admin up, and gives these accounts the plan. The site is stopped and started again meanwhile. */
  prepare(admin: APIRequestContext, payers?: readonly string[]): Promise<void>;
  /** Saves a tag as the admin. */
  saveTag(slot: AdSlot, tag: SavedTag): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the site at an address. */
export async function openAdSite(address: string): Promise<AdSite> {
  const host = await startAdHost(address);
  const shop: GmoSandbox = await startGmo();
  const site = await openChangeableSite(address, {
    ...seller,
    ...shop.environment,
    NATIVE_AD_SCRIPT_URL: host.native_script_url,
  });
  let admin: APIRequestContext | undefined;
  const versions = new Map<AdSlot, number>();
  return {
    host,
    async prepare(request, payers = []) {
      admin = request;
      const account = await registerAccount(request, "ja");
      const createCode = await turnOnSecondFactor(request);
      await site.whileStopped(async (data_dir) => {
        await storeRoles(data_dir, { [account]: "admin" });
        await changeDatabase(data_dir, async (executeSql) => {
          for (const payer of payers) {
            await executeSql(
              `insert into billing_customers (user_pk, reference, provider)
               select pk, 'payer-' || pk, 'gmo' from users where account = $1`,
              [payer],
            );
            await executeSql(
              `insert into subscriptions (reference, plan_key, payment_type, state, starts_on, first_amount, amount, expired_in, ends_on)
               select 'payer-' || pk, 'premium_monthly', 'credit_card', 'active', current_date, 500, 500, current_date + 30, current_date + 29
               from users where account = $1`,
              [payer],
            );
          }
        });
      });
      await sendSuccessfully(request, "POST", "/api/v2/adm/entries", { code: createCode() });
    },
    async saveTag(slot, tag) {
      if (!admin) throw new Error("the site has no admin yet");
      const version = versions.get(slot) ?? 0;
      await sendSuccessfully(admin, "PUT", `/api/v2/adm/ad_tags/${slot}`, {
        version,
        tag_type: "default",
        id: "",
        width: 320,
        height: 100,
        ios_group_id: "",
        ios_unit_id: "",
        android_group_id: "",
        android_unit_id: "",
        ...tag,
      });
      versions.set(slot, version + 1);
    },
    async stop() {
      await site.close();
      await Promise.all([host.close(), shop.close()]);
    },
  };
}

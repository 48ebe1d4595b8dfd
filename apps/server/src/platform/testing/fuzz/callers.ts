import { sessionCookie } from "#platform/identity/session.ts";
import type { FuzzedSite } from "./site.ts";
import type { KnownValues } from "./values.ts";

/** A client, and the headers that identify it. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  /**
   * The ids and handles in replies to this caller, mostly of rows that only this caller may change.
   */
  known: KnownValues;
  /** Signs in again, or gets a new cookie, after the session or the cookie has ended. */
  renew(): Promise<void>;
}

/** The accounts of the demo data that send requests. The requests may name any account. */
export const callingAccounts = ["yui_cafe", "haruto_bass"];

const visitorCookie = "__Host-visitor";

/** Creates the callers: nobody, visitors, accounts, and some with a wrong cookie or token. */
export async function openCallers(site: FuzzedSite): Promise<Caller[]> {
  const createCaller = (
    name: string,
    createHeaders: () => Promise<Record<string, string>>,
  ): Caller => {
    const caller: Caller = {
      name,
      headers: {},
      known: new Map(),
      renew: async () => {
        caller.headers = await createHeaders();
      },
    };
    return caller;
  };
  const createSignedInHeaders = async (account: string) => {
    const session = await site.openSession(account);
    return { cookie: `${sessionCookie}=${session}`, "x-csrf-token": site.deriveCsrfToken(session) };
  };
  const token = site.deriveCsrfToken(undefined);
  const createVisitorCookie = () => `${visitorCookie}=${site.createVisitorToken()}`;
  const callers = [
    createCaller("nobody", async () => ({ "x-csrf-token": token })),
    createCaller("nobody, no token", async () => ({})),
    createCaller("visitor", async () => ({ cookie: createVisitorCookie(), "x-csrf-token": token })),
    createCaller("visitor, forged cookie", async () => ({
      cookie: `${visitorCookie}=${"A".repeat(48)}`,
      "x-csrf-token": token,
    })),
    // Each account is a caller twice, because most operations need an account.
    ...[...callingAccounts, ...callingAccounts].map((account) =>
      createCaller(account, () => createSignedInHeaders(account)),
    ),
    createCaller("account with a visitor's cookie", async () => {
      const { cookie, ...headers } = await createSignedInHeaders(callingAccounts[0] ?? "");
      return { ...headers, cookie: `${cookie}; ${createVisitorCookie()}` };
    }),
    createCaller("account, wrong token", async () => ({
      ...(await createSignedInHeaders(callingAccounts[0] ?? "")),
      "x-csrf-token": token,
    })),
    createCaller("unknown session", async () => ({
      cookie: `${sessionCookie}=${"A".repeat(43)}`,
      "x-csrf-token": token,
    })),
  ];
  for (const caller of callers) await caller.renew();
  return callers;
}

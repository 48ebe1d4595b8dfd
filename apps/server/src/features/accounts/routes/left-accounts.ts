import { getLeftAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { implement } from "#platform/http/endpoint.ts";
import {
  findLeftAccount,
  restoreAccount,
  withdrawRestoreOffer,
} from "../commands/left-accounts.ts";
import { rejectIfBrowserIsFull, signIn } from "../commands/sign-in.ts";

export const leftAccountRoutes = [
  implement(getLeftAccount, async (call) => {
    const left_account = await findLeftAccount(call);
    // 202 is the specification's reply if there is no left account.
    return left_account ? { body: { left_account } } : { status: 202, body: {} };
  }),

  implement(restoreLeftAccount, async (call) => {
    await rejectIfBrowserIsFull(call);
    await signIn(call, await restoreAccount(call));
    withdrawRestoreOffer(call);
    return {};
  }),
];

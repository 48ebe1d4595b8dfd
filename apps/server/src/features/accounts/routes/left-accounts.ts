import { getLeftAccount, returnToAccount } from "@toibako/contract/leaving.ts";
import { implement } from "#platform/http/endpoint.ts";
import { clearRestoreToken, findLeftAccount, restoreAccount } from "../commands/left-accounts.ts";
import { rejectIfAccountsFull, signIn } from "../commands/sign-in.ts";

export const leftAccountRoutes = [
  implement(getLeftAccount, async (call) => {
    const left_account = await findLeftAccount(call);
    return left_account ? { body: { left_account } } : { status: 202, body: {} };
  }),

  implement(returnToAccount, async (call) => {
    await rejectIfAccountsFull(call);
    await signIn(call, { user_pk: await restoreAccount(call) });
    clearRestoreToken(call);
    return {};
  }),
];

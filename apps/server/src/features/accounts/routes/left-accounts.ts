import { getLeftAccount, returnToAccount as returnEndpoint } from "@toibako/contract/leaving.ts";
import { implement } from "#platform/http/endpoint.ts";
import { findLeftAccount, returnToAccount, withdrawReturn } from "../commands/left-accounts.ts";
import { signIn } from "../commands/sign-in.ts";

/** Coming back to an account that was left. */
export const leftAccountRoutes = [
  implement(getLeftAccount, async (call) => {
    const left_account = await findLeftAccount(call);
    return left_account ? { body: { left_account } } : { status: 202, body: {} };
  }),

  implement(returnEndpoint, async (call) => {
    await signIn(call, { user_pk: await returnToAccount(call) });
    withdrawReturn(call);
    return {};
  }),
];

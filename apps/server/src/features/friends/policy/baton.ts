import { batonLimit } from "@toibako/contract/friends.ts";
import { Failure } from "#platform/http/failure.ts";

/** An account that a question may be passed to, and its relation to the answerer. */
export interface Candidate {
  account: string;
  is_friend: boolean;
  is_receive_baton: boolean;
  /** Whether the question was passed to this account before. */
  is_passed: boolean;
}

/**
 * Selects, from `candidates`, the named accounts that do not have the question yet. Accounts that have it are skipped,
 * so that a repeated request changes nothing. If one account may not receive it, the whole request
 * is refused.
 */
export function selectNewReceivers<C extends Candidate>(
  named: readonly string[],
  candidates: readonly C[],
  passedCount: number,
): C[] {
  const byAccount = new Map(
    candidates.map((candidate) => [candidate.account.toLowerCase(), candidate]),
  );
  const distinct = new Map(named.map((account) => [account.toLowerCase(), account]));
  const receivers = [...distinct].flatMap(([key, account]) => {
    const candidate = byAccount.get(key);
    if (candidate?.is_passed) return [];
    if (!candidate?.is_friend) throw createFailure("baton_no_friend", { account });
    if (!candidate.is_receive_baton) throw createFailure("baton_not_received", { account });
    return candidate;
  });
  if (receivers.length > 0 && passedCount + receivers.length > batonLimit)
    throw createFullFailure();
  return receivers;
}

export function createFullFailure(): Failure {
  return createFailure("baton_full", { most: batonLimit });
}

function createFailure(text_key: string, parameters: Record<string, string | number>): Failure {
  return new Failure("refused", { fields: [{ field: "accounts", text_key, parameters }] });
}

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
 * Selects the candidates with these handles who don't have the question yet. Those who have it are skipped, so
 * that a repeated request changes nothing. Throws if one of the accounts may not receive the question, or if
 * there would be too many receivers.
 */
export function selectNewReceivers<C extends Candidate>(
  handles: readonly string[],
  candidates: readonly C[],
  passedCount: number,
): C[] {
  const byAccount = new Map(
    candidates.map((candidate) => [candidate.account.toLowerCase(), candidate]),
  );
  const distinct = new Map(handles.map((account) => [account.toLowerCase(), account]));
  const receivers = [...distinct].flatMap(([key, account]) => {
    const candidate = byAccount.get(key);
    if (candidate?.is_passed) return [];
    if (!candidate?.is_friend) throw createFailure("baton_no_friend", { account });
    if (!candidate.is_receive_baton) throw createFailure("baton_not_received", { account });
    return candidate;
  });
  if (receivers.length > 0 && passedCount + receivers.length > batonLimit)
    throw createLimitFailure();
  return receivers;
}

export function createLimitFailure(): Failure {
  return createFailure("baton_full", { most: batonLimit });
}

function createFailure(text_key: string, parameters: Record<string, string | number>): Failure {
  return new Failure("refused", { fields: [{ field: "accounts", text_key, parameters }] });
}

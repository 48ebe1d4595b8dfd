import { batonLimit } from "@toibako/contract/friends.ts";
import { Failure } from "#platform/failure.ts";

/** Somebody to whom a question might be passed, as its answerer stands to them. */
export interface Candidate {
  account: string;
  is_friend: boolean;
  is_receive_baton: boolean;
  /** It was passed to them before. */
  is_passed: boolean;
}

/**
 * Whom of the named accounts a question still goes to. Who has it already is passed over, so that a
 * repeated call changes nothing; one who can't have it refuses the call for all.
 */
export function newReceivers<C extends Candidate>(
  named: readonly string[],
  found: readonly C[],
  passed_count: number,
): C[] {
  const by_account = new Map(found.map((one) => [one.account.toLowerCase(), one]));
  const distinct = new Map(named.map((account) => [account.toLowerCase(), account]));
  const receivers = [...distinct].flatMap(([key, account]) => {
    const candidate = by_account.get(key);
    if (candidate?.is_passed) return [];
    if (!candidate?.is_friend) throw refused("baton_no_friend", { account });
    if (!candidate.is_receive_baton) throw refused("baton_not_received", { account });
    return candidate;
  });
  if (receivers.length > 0 && passed_count + receivers.length > batonLimit) throw batonFull();
  return receivers;
}

export function batonFull(): Failure {
  return refused("baton_full", { most: batonLimit });
}

function refused(text: string, parameters: Record<string, string | number>): Failure {
  return new Failure("refused", { fields: [{ field: "accounts", text, parameters }] });
}

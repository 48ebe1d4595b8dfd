import type { accountData, HeldEntry, HeldKind, visitorData } from "@toibako/contract/privacy.ts";

/** The number of rows of each counted kind. */
export type Counts = Partial<Record<HeldKind, number>>;

/** Lists the entries of all kinds. The count of kinds that are not counted is 0. */
export function listHeldEntries(
  kinds: typeof visitorData | typeof accountData,
  counts: Counts,
): HeldEntry[] {
  return Object.entries(kinds).map(([name, { counting, rule, ...rest }]) => {
    const kind = name as HeldKind;
    const isCounted = counting === "exact" || counting === "at_most";
    const count = isCounted ? (counts[kind] ?? 0) : 0;
    return { kind, counting, count, rule, amount: "amount" in rest ? (rest.amount ?? null) : null };
  });
}

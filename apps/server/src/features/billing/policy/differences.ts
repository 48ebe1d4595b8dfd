/** What staff are shown, and the rule for each kind. `npm run billing -- differences` prints both. */
export const differenceRules = {
  unknown_outcome:
    "The provider has not told the result of an order for ten minutes. It is asked every minute; nothing is charged again.",
  late_charge:
    "The provider charged an order that was given up, and another charge stands in its place. It is booked; refund it.",
  amount_differs:
    "The provider charged another amount than was agreed. Give the rest back, at the provider if the ledger doesn't have it.",
  missing_at_provider:
    "A booked charge is unknown to the provider. Ask the provider; use stays as it is.",
  missing_in_ledger: "The provider has a charge that was not booked. It was booked now.",
  returned_elsewhere:
    "The provider gave a charge back, and the ledger has no refund. The refund was booked now.",
  refund_missing_at_provider:
    "A booked refund is unknown to the provider. Ask the provider before refunding again.",
  refund_unknown:
    "The result of a refund is unknown. It is called again every minute, which gives nothing back twice; this ends by itself.",
  unknown_order:
    "The provider's book has an order, or a month of one, that was never made here. Ask the provider.",
  charged_twice: "A month of a subscription was charged twice. Refund one of the two charges.",
  disputed:
    "The bank took a charge back because the owner of the card disputes it. The dispute was booked now; answer the bank.",
  dispute_won:
    "The bank has returned what was disputed, or a dispute was booked that the provider doesn't know. It was booked now.",
  done_not_booked:
    "A charge counts as done and is not in the ledger. Ask the provider before anything else.",
  renewal_missed:
    "A subscription should have been charged days ago, and nothing was tried. Look at the jobs.",
  missing_in_file:
    "A carrier's file of a month has no line for a subscription that was used. Ask the carrier.",
  ended_elsewhere:
    "The carrier ended a subscription. It was cancelled here too; use goes on to the end of the month.",
  still_billed:
    "The carrier goes on billing a subscription that ended here. Its end was asked for again.",
} as const;
export type DifferenceKind = keyof typeof differenceRules;

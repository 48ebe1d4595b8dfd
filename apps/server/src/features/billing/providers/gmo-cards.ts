import type { Card } from "@toibako/contract/billing/cards.ts";
import { type createGmoCaller, type Fields, splitRecords } from "./gmo-calls.ts";
import { errors } from "./gmo-errors.ts";
import { doubt } from "./outcomes.ts";
import type { Outcome, PaymentProvider } from "./provider.ts";

type Calls = ReturnType<typeof createGmoCaller>;

/**
 * Members and their cards. Cards are named by their physical sequence (SeqMode 1): in the logical one, deleting card 0
 * would give its number to the next.
 */
export function createGmoCards({ call, site }: Calls) {
  const member = (customer: string) => ({ ...site, MemberID: customer });
  const cardOf = (customer: string) => ({ ...member(customer), SeqMode: "1" });

  const listCards: PaymentProvider["listCards"] = async (customer) => {
    const reply = await call("SearchCard", cardOf(customer));
    if (reply.ok) {
      const records = splitRecords(reply.fields, "CardSeq");
      return { outcome: "done", cards: records.filter(isKept).map(readCard) };
    }
    const isNone = reply.codes.includes(errors.no_member) || reply.codes.includes(errors.no_card);
    return isNone ? { outcome: "done", cards: [] } : reply.failed;
  };

  const saveMember = async (customer: string): Promise<Outcome> => {
    const reply = await call("SaveMember", member(customer));
    if (reply.ok || reply.codes.includes(errors.member_exists)) return { outcome: "done" };
    return reply.failed;
  };

  /** Saves a card; in place of one that exists if the shop's contract allows no further one. */
  const saveCard = async (customer: string, token: string) => {
    const fields = { ...cardOf(customer), Token: token };
    const reply = await call("SaveCard", fields);
    if (reply.ok || !reply.codes.includes(errors.card_limit)) return reply;
    const list = await listCards(customer);
    const kept = list.outcome === "done" ? list.cards.at(-1) : undefined;
    return kept ? call("SaveCard", { ...fields, CardSeq: String(kept.card_seq) }) : reply;
  };

  const registerCard = async (
    customer: string,
    token: string,
  ): Promise<Outcome<{ card: Card }>> => {
    const saved = await saveMember(customer);
    if (saved.outcome !== "done") return saved;
    const reply = await saveCard(customer, token);
    if (!reply.ok) return reply.failed;
    // The reply to SaveCard doesn't tell the expiry.
    const list = await listCards(customer);
    if (list.outcome !== "done") return doubt(list.code);
    const card = list.cards.find(({ card_seq }) => card_seq === Number(reply.fields.CardSeq));
    return card ? { outcome: "done", card } : doubt("the saved card is not listed");
  };

  const forgetCard: PaymentProvider["forgetCard"] = async (customer, card_seq) => {
    const reply = await call("DeleteCard", { ...cardOf(customer), CardSeq: String(card_seq) });
    return reply.ok || isGone(reply.codes) ? { outcome: "done" } : reply.failed;
  };

  const forgetCustomer: PaymentProvider["forgetCustomer"] = async (customer) => {
    const reply = await call("DeleteMember", member(customer));
    return reply.ok || isGone(reply.codes) ? { outcome: "done" } : reply.failed;
  };

  return { listCards, registerCard, forgetCard, forgetCustomer };
}

function isGone(codes: readonly string[]): boolean {
  return codes.includes(errors.no_member) || codes.includes(errors.no_card);
}

function isKept(record: Fields): boolean {
  return record.DeleteFlag !== "1";
}

function readCard({ CardSeq = "", CardNo = "", Expire = "" }: Fields): Card {
  return {
    card_seq: Number(CardSeq),
    last_digits: CardNo.replaceAll("*", ""),
    expires: `20${Expire.slice(0, 2)}-${Expire.slice(2, 4)}`,
  };
}

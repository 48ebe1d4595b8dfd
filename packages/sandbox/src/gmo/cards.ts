import { checkSite } from "./checks.ts";
import {
  type CardToken,
  createId,
  type Fields,
  GmoError,
  type GmoState,
  maskNumber,
  type SandboxCard,
} from "./state.ts";

const tokenMinutes = 30;

/** What the script sends to be turned into a token. */
export interface TokenRequest {
  api_key: string;
  cardno: string;
  expire: string;
  securitycode: string;
  holdername: string;
  tokennumber: string;
}

/**
 * Checks a card as the script's server does, and returns its result code. A holder such as `CODE902` yields that code,
 * so that codes which no input causes can be reached as well.
 */
export function checkCard(state: GmoState, request: TokenRequest): string {
  const { api_key, cardno, expire, securitycode, holdername, tokennumber } = request;
  const forced = /^CODE(\d{3})$/.exec(holdername)?.[1];
  const rules: [boolean, string][] = [
    [forced !== undefined, forced ?? ""],
    [api_key === "" || api_key !== state.keys.api_key, "551"],
    [cardno === "", "100"],
    [!/^\d*$/.test(cardno), "101"],
    [cardno.length < 10 || cardno.length > 16, "102"],
    [expire === "", "110"],
    [!/^\d*$/.test(expire), "111"],
    [expire.length !== 4 && expire.length !== 6, "112"],
    [Number(expire.slice(-2)) > 12 || Number(expire.slice(-2)) < 1, "113"],
    [!/^\d*$/.test(securitycode), "121"],
    [securitycode !== "" && !/^\d{3,4}$/.test(securitycode), "122"],
    [!/^[A-Za-z0-9 ,./-]*$/.test(holdername), "131"],
    [holdername.length > 50, "132"],
    [!/^\d+$/.test(tokennumber), "141"],
    [Number(tokennumber) < 1 || Number(tokennumber) > 10, "142"],
  ];
  return rules.find(([isBroken]) => isBroken)?.[1] ?? "000";
}

/** Makes tokens of a card that was checked, and the reply that the script gives to its callback. */
export function createTokens(state: GmoState, request: TokenRequest) {
  const count = Number(request.tokennumber);
  const expires_at = state.now().getTime() + tokenMinutes * 60_000;
  const tokens = Array.from({ length: count }, () => {
    const token = createId() + createId();
    const { cardno: number, expire, holdername: holder } = request;
    const card = { number, expire: expire.slice(-4), holder, isDeleted: false };
    state.tokens.set(token, { card, expires_at, isUsed: false });
    return token;
  });
  return {
    token: count === 1 ? tokens[0] : tokens,
    toBeExpiredAt: new Date(expires_at).toISOString(),
    maskedCardNo: maskNumber(request.cardno),
    isSecurityCodeSet: request.securitycode !== "",
  };
}

function takeToken(state: GmoState, token: string | undefined): SandboxCard {
  const found: CardToken | undefined = state.tokens.get(token ?? "");
  if (!found) throw new GmoError("EX1000301");
  if (found.isUsed) throw new GmoError("EX1000302");
  if (found.expires_at < state.now().getTime()) throw new GmoError("EX1000303");
  found.isUsed = true;
  return { ...found.card };
}

type Call = (state: GmoState, fields: Fields) => Fields | Promise<Fields>;

const saveMember: Call = (state, fields) => {
  checkSite(state, fields);
  const { MemberID = "" } = fields;
  if (MemberID === "") throw new GmoError("E01390001");
  if (state.members.has(MemberID)) throw new GmoError("E01390010");
  state.members.set(MemberID, []);
  return { MemberID };
};

const deleteMember: Call = (state, fields) => {
  findCards(state, fields);
  state.members.delete(fields.MemberID ?? "");
  return { MemberID: fields.MemberID ?? "" };
};

const searchMember: Call = (state, fields) => {
  findCards(state, fields);
  return { MemberID: fields.MemberID ?? "", MemberName: "", DeleteFlag: "0" };
};

const saveCard: Call = (state, fields) => {
  const cards = findCards(state, fields);
  const kept = cards.filter(({ isDeleted }) => !isDeleted);
  if (fields.CardSeq === undefined && kept.length >= state.card_limit) {
    throw new GmoError("E01230009");
  }
  const index = fields.CardSeq === undefined ? cards.length : findSequence(cards, fields);
  const card = takeToken(state, fields.Token);
  cards[index] = card;
  const CardSeq = String(listSequence(cards, fields).indexOf(card));
  return { CardSeq, CardNo: maskNumber(card.number), Forward: "2a99662" };
};

const searchCard: Call = (state, fields) => {
  const cards = listSequence(findCards(state, fields), fields);
  const numbered = cards.map((card, index) => [String(index), card] as const);
  const wanted = numbered.filter(
    ([seq, card]) =>
      (fields.CardSeq === undefined || seq === fields.CardSeq) &&
      (fields.SeqMode === "1" || !card.isDeleted),
  );
  if (wanted.length === 0) throw new GmoError("E01240002");
  const join = (read: (card: SandboxCard, seq: string) => string) =>
    wanted.map(([seq, card]) => read(card, seq)).join("|");
  return {
    CardSeq: join((_, seq) => seq),
    DefaultFlag: join(() => "0"),
    CardName: join(() => ""),
    CardNo: join(({ number }) => maskNumber(number)),
    Expire: join(({ expire }) => expire),
    HolderName: join(({ holder }) => holder),
    DeleteFlag: join(({ isDeleted }) => (isDeleted ? "1" : "0")),
  };
};

const deleteCard: Call = (state, fields) => {
  const cards = findCards(state, fields);
  const card = cards[findSequence(cards, fields)];
  if (!card || card.isDeleted) throw new GmoError("E01240002");
  card.isDeleted = true;
  return { CardSeq: fields.CardSeq ?? "" };
};

function findCards(state: GmoState, fields: Fields): SandboxCard[] {
  checkSite(state, fields);
  const cards = state.members.get(fields.MemberID ?? "");
  if (!cards) throw new GmoError("E01390002");
  return cards;
}

/** In the physical sequence (SeqMode 1) deleted cards keep their places; in the logical one the next move up. */
function listSequence(cards: SandboxCard[], { SeqMode }: Fields): SandboxCard[] {
  return SeqMode === "1" ? cards : cards.filter(({ isDeleted }) => !isDeleted);
}

/** Returns the place of a card in its member's list. */
function findSequence(cards: SandboxCard[], fields: Fields): number {
  const card = listSequence(cards, fields)[Number(fields.CardSeq)];
  if (!card) throw new GmoError("E01240002");
  return cards.indexOf(card);
}

/** Finds the card that a charge names. */
export function findCard(state: GmoState, fields: Fields): SandboxCard {
  const cards = findCards(state, fields);
  const card = cards[findSequence(cards, fields)];
  if (!card || card.isDeleted) throw new GmoError("E01240002");
  return card;
}

export const cardCalls: Record<string, Call> = {
  SaveMember: saveMember,
  DeleteMember: deleteMember,
  SearchMember: searchMember,
  SaveCard: saveCard,
  SearchCard: searchCard,
  DeleteCard: deleteCard,
};

import {
  type Customer,
  createId,
  createList,
  createMissing,
  createSearchResult,
  type Method,
  type Params,
  type RawCard,
  readMetadata,
  readSeconds,
  StripeError,
  type StripeState,
} from "./state.ts";

/** A handler gets the ids in the path and the parameters. */
export type Handler = (
  state: StripeState,
  ids: string[],
  params: Params,
) => object | Promise<object>;

/** Checks what a person has typed, and makes a token of it; the errors are those of Stripe's script. */
export function createToken(state: StripeState, params: Params): object {
  const { number = "", exp_month = "", exp_year = "", cvc = "" } = params;
  const digits = number.replaceAll(" ", "");
  const expiry = Number(exp_year) * 12 + Number(exp_month) - 1;
  const today = state.now();
  const rules: [boolean, string][] = [
    [!/^\d{12,19}$/.test(digits), "incomplete_number"],
    [!hasCheckDigit(digits), "invalid_number"],
    [!/^\d\d?$/.test(exp_month) || !/^\d{4}$/.test(exp_year), "incomplete_expiry"],
    [Number(exp_month) < 1 || Number(exp_month) > 12, "invalid_expiry_month"],
    [expiry < today.getUTCFullYear() * 12 + today.getUTCMonth(), "invalid_expiry_year_past"],
    [!/^\d{3,4}$/.test(cvc), "incomplete_cvc"],
  ];
  const code = rules.find(([isBroken]) => isBroken)?.[1];
  if (code) throw new StripeError(400, { type: "validation_error", code, message: code });
  const id = createId("tok");
  const card = { number: digits, exp_month: Number(exp_month), exp_year: Number(exp_year) };
  state.tokens.set(id, { card, isUsed: false });
  return { id, object: "token", type: "card", used: false, card: describeCard(card) };
}

/** Luhn's check. */
function hasCheckDigit(digits: string): boolean {
  const sum = digits
    .split("")
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function describeCard({ number, exp_month, exp_year }: RawCard) {
  return { brand: "visa", last4: number.slice(-4), exp_month, exp_year };
}

function describeMethod({ card, ...method }: Method) {
  return { object: "payment_method", type: "card", ...method, card: describeCard(card) };
}

function describeCustomer(customer: Customer) {
  return { object: "customer", ...customer };
}

function findCustomer({ customers }: StripeState, id = ""): Customer {
  const customer = customers.get(id);
  if (!customer) throw createMissing("customer");
  return customer;
}

function findMethod({ methods }: StripeState, id = ""): Method {
  const method = methods.get(id);
  if (!method) throw createMissing("payment_method");
  return method;
}

const createCustomer: Handler = (state, _ids, params) => {
  const customer = {
    id: createId("cus"),
    created: readSeconds(state),
    metadata: readMetadata(params),
  };
  state.customers.set(customer.id, customer);
  return describeCustomer(customer);
};

/** Searches as Stripe does: what is new is not found yet. */
const searchCustomers: Handler = (state, _ids, params) =>
  createSearchResult(state, state.customers, params, describeCustomer);

const listCustomers: Handler = (state, _ids, params) => {
  const from = Number(params["created[gte]"] ?? 0);
  const customers = [...state.customers.values()].filter(({ created }) => created >= from);
  return createList(customers.reverse().map(describeCustomer));
};

const updateCustomer: Handler = (state, [id], params) => {
  const customer = findCustomer(state, id);
  Object.assign(customer.metadata, readMetadata(params));
  return describeCustomer(customer);
};

const deleteCustomer: Handler = (state, [id = ""]) => {
  findCustomer(state, id);
  state.customers.delete(id);
  for (const [key, { customer }] of state.methods) if (customer === id) state.methods.delete(key);
  return { id, object: "customer", deleted: true };
};

const createMethod: Handler = (state, _ids, params) => {
  const token = state.tokens.get(params["card[token]"] ?? "");
  if (!token) throw createMissing("card[token]");
  if (token.isUsed) {
    const message = "You cannot use a token more than once.";
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "token_already_used",
      message,
    });
  }
  token.isUsed = true;
  const method: Method = {
    id: createId("pm"),
    created: readSeconds(state),
    customer: null,
    card: token.card,
    metadata: readMetadata(params),
  };
  state.methods.set(method.id, method);
  return describeMethod(method);
};

/** The bank refuses this card when it is saved. */
const refusedNumber = "4000000000000002";

const attachMethod: Handler = (state, [id], params) => {
  const method = findMethod(state, id);
  const customer = findCustomer(state, params.customer);
  if (method.card.number === refusedNumber) {
    const decline_code = "generic_decline";
    const message = "Your card was declined.";
    throw new StripeError(402, {
      type: "card_error",
      code: "card_declined",
      decline_code,
      message,
    });
  }
  method.customer = customer.id;
  return describeMethod(method);
};

const detachMethod: Handler = (state, [id = ""]) => {
  const method = findMethod(state, id);
  state.methods.delete(id);
  return describeMethod({ ...method, customer: null });
};

const listMethods: Handler = (state, [id]) => {
  const customer = findCustomer(state, id);
  const methods = [...state.methods.values()].filter((one) => one.customer === customer.id);
  return createList(methods.reverse().map(describeMethod));
};

/** Finds the card that a charge names. */
export function findAttached(state: StripeState, id: string | undefined, customer: string): Method {
  const method = findMethod(state, id);
  if (method.customer !== customer) throw createMissing("payment_method");
  return method;
}

export const cardRoutes: Record<string, Handler> = {
  "POST /v1/customers": createCustomer,
  "GET /v1/customers": listCustomers,
  "GET /v1/customers/search": searchCustomers,
  "POST /v1/customers/:id": updateCustomer,
  "DELETE /v1/customers/:id": deleteCustomer,
  "GET /v1/customers/:id/payment_methods": listMethods,
  "POST /v1/payment_methods": createMethod,
  "POST /v1/payment_methods/:id/attach": attachMethod,
  "POST /v1/payment_methods/:id/detach": detachMethod,
};

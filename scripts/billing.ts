// What staff do about payments. Runs on PostgreSQL by DATABASE_URL, or on the embedded database in DATA_DIR while the
// server is stopped.
import { createServices } from "../apps/server/src/app.ts";
import {
  createPayments,
  type Payments,
} from "../apps/server/src/features/billing/providers/payments.ts";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { createLogger } from "../apps/server/src/platform/observability/log.ts";
import type { Services } from "../apps/server/src/platform/services.ts";
import { Mistake, runCommandLine } from "./command.ts";

const usage = `Usage:
  npm run billing -- differences                 lists what differs from the provider's book, with the rule of each kind
  npm run billing -- solved <kind> <order id>    takes a difference off the list
  npm run billing -- refund <order id> [yen]     gives back a charge, or a part of it
  npm run billing -- dispute <order id>          books that the bank took a charge back
  npm run billing -- dispute-won <order id>      books that the bank returned it
  npm run billing -- price <yen> <day>           changes the price of subscriptions by card from a day on, such as
                                                 2027-01-31, and tells every subscriber by mail and notice
  npm run billing -- reconcile                   compares the ledger with the provider's book now`;

async function describeDifferences({ db }: Services): Promise<string> {
  const { listDifferences } = await import(
    "../apps/server/src/features/billing/commands/differences.ts"
  );
  const { differenceRules } = await import(
    "../apps/server/src/features/billing/policy/differences.ts"
  );
  const rules: Record<string, string> = differenceRules;
  const lines = (await listDifferences(db)).map((row) => {
    const amounts =
      row.own_amount === null && row.provider_amount === null
        ? ""
        : ` (ours: ${row.own_amount ?? "none"}, the provider's: ${row.provider_amount ?? "none"})`;
    return `${row.found_at.toISOString()}  ${row.kind}  ${row.order_id}${amounts}\n    ${rules[row.kind] ?? ""}`;
  });
  return lines.length > 0 ? lines.join("\n") : "There are no differences.";
}

async function refund(services: Services, payments: Payments, order_id: string, yen?: string) {
  const { refundOrder } = await import("../apps/server/src/features/billing/commands/refund.ts");
  if (yen !== undefined && !/^[1-9]\d*$/.test(yen)) throw new Mistake(usage);
  const amount = yen === undefined ? undefined : Number(yen);
  const result = await refundOrder(services, payments, order_id, amount);
  if (result === "done") return `${order_id} was given back.`;
  throw new Mistake(`${order_id}: ${result}.`);
}

async function bookDecision({ db }: Services, order_id: string, kind: "dispute" | "dispute_won") {
  const { bookBankDecision } = await import(
    "../apps/server/src/features/billing/commands/refund.ts"
  );
  return bookBankDecision(db, order_id, kind);
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

type Command = (services: Services, ...words: string[]) => Promise<string>;

function openPayments({ config }: Services): Payments {
  const payments = createPayments(config.payment);
  if (payments) return payments;
  throw new Mistake("PAYMENT_PROVIDER is not set.");
}

/** The commands, by name, each with the least and the largest number of its words. */
const commands: Record<string, { words: [number, number]; run: Command }> = {
  differences: { words: [0, 0], run: describeDifferences },
  solved: {
    words: [2, 2],
    run: async ({ db }, kind = "", order_id = "") => {
      const { solveDifference } = await import(
        "../apps/server/src/features/billing/commands/differences.ts"
      );
      if (await solveDifference(db, kind, order_id)) return "It is off the list.";
      throw new Mistake("There is no such difference.");
    },
  },
  refund: {
    words: [1, 2],
    run: (services, order_id = "", yen) => refund(services, openPayments(services), order_id, yen),
  },
  dispute: {
    words: [1, 1],
    run: async (services, order_id = "") => {
      const yen = await bookDecision(services, order_id, "dispute");
      if (yen > 0) return `${yen} yen of ${order_id} are booked as disputed.`;
      throw new Mistake("Nothing of this order is left to dispute.");
    },
  },
  "dispute-won": {
    words: [1, 1],
    run: async (services, order_id = "") => {
      const yen = await bookDecision(services, order_id, "dispute_won");
      if (yen > 0) return `${yen} yen of ${order_id} are booked as returned.`;
      throw new Mistake("Nothing of this order is disputed.");
    },
  },
  price: {
    words: [2, 2],
    run: async ({ db }, yen = "", day = "") => {
      const { announcePrice, priceNoticeDays } = await import(
        "../apps/server/src/features/billing/commands/prices.ts"
      );
      if (!/^[1-9]\d{0,6}$/.test(yen) || !isDay(day)) throw new Mistake(usage);
      const told = await announcePrice(db, Number(yen), day);
      if (told !== undefined) return `${told} subscribers are told.`;
      throw new Mistake(`A price changes ${priceNoticeDays} days from today at the earliest.`);
    },
  },
  reconcile: {
    words: [0, 0],
    run: async (services) => {
      const { reconcile } = await import(
        "../apps/server/src/features/billing/commands/reconcile.ts"
      );
      await reconcile(services, openPayments(services));
      return describeDifferences(services);
    },
  },
};

function runCommand(services: Services, [name = "", ...words]: readonly string[]): Promise<string> {
  const command = commands[name];
  const [least, most] = command?.words ?? [0, -1];
  if (!command || words.length < least || words.length > most) throw new Mistake(usage);
  return command.run(services, ...words);
}

async function run(words: readonly string[]): Promise<string> {
  const config = loadConfig(process.env);
  const database = await openDatabase(config);
  const services = await createServices(config, database, createLogger("silent"));
  try {
    return await runCommand(services, words);
  } finally {
    await services.bus.close();
    await database.close();
  }
}

runCommandLine(run);

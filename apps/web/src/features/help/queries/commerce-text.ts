import type { QueryClient } from "@tanstack/react-query";
import { getSeller, listBillingItems } from "@toibako/contract/billing/offers.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { api } from "#lib/http/client.ts";
import { loadBuiltInText } from "./built-in-texts.ts";

/**
 * Returns the built-in text of a site that sells a plan, filled in from its configuration; undefined for one that sells
 * nothing.
 */
export async function loadCommerceText(
  client: QueryClient,
  locale: Locale,
): Promise<string | undefined> {
  const [{ seller }, { items }] = await Promise.all([
    api.read(client, getSeller),
    api.read(client, listBillingItems, { query: { locale } }),
  ]);
  const [item] = items;
  if (!seller || !item) return undefined;
  const values: Record<string, string> = {
    ...seller,
    plan: item.name,
    price: item.readable_price,
  };
  const text = await loadBuiltInText(locale, "commercial-transactions-sold");
  // A line of its own would end the entry of the list.
  return text.replace(/\[\[(\w+)\]\]/g, (_, name: string) =>
    (values[name] ?? "").replace(/\s+/g, " "),
  );
}

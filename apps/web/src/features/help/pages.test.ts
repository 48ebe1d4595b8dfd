import { replaceableTexts } from "@toibako/contract/help.ts";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { createQueryClient } from "#lib/cache/query-client.ts";
import { connect } from "#lib/http/client.ts";
import type { Transport } from "#lib/http/transport.ts";
import { linkSites, pageQuery, siteGuidesQuery } from "./queries/pages.ts";

const replyNoContent: Transport = async ({ name }) => {
  if (name === "getSeller") return { status: 200, data: { seller: null } };
  if (name === "listBillingItems") return { status: 200, data: { items: [] } };
  return { status: 204, data: null };
};

const seller = {
  name: "Hako Inc.",
  representative: "Hanako Hako",
  address: "1-1\nChiyoda",
  phone: "03-0000-0000",
  email: "hako@example.test",
};
const replyAsSeller: Transport = async ({ name }) => {
  if (name === "getSeller") return { status: 200, data: { seller } };
  if (name !== "listBillingItems") return { status: 204, data: null };
  const item = { key: "premium_monthly", name: "Plan A", readable_price: "500 yen" };
  return {
    status: 200,
    data: { items: [{ ...item, is_discounted: false, discount_price: null }] },
  };
};

function createClientWith(transport: Transport) {
  const client = createQueryClient();
  connect(client, transport);
  return client;
}

test.each(replaceableTexts)(
  "SHELL-15 SHELL-25 the text %s exists in every language with the same structure",
  async (slug) => {
    const client = createClientWith(replyNoContent);
    const read = async (locale: Locale) =>
      describeShape(await client.ensureQueryData(pageQuery(locale, slug)));
    const [first, ...others] = await Promise.all(locales.map(read));
    for (const shape of others) expect(shape).toEqual(first);
  },
);

test.each(locales)(
  "PAY-24 in %s, a site that sells a plan states the seller and the price of its configuration",
  async (locale) => {
    const client = createClientWith(replyAsSeller);
    const text = await client.ensureQueryData(pageQuery(locale, "commercial-transactions"));
    const values = ["Hako Inc.", "Hanako Hako", "1-1 Chiyoda", "03-0000-0000", "hako@example.test"];
    for (const value of [...values, "Plan A", "500 yen"]) expect(text).toContain(value);
    expect(text).not.toContain("[[");
    const japanese = await createClientWith(replyAsSeller).ensureQueryData(
      pageQuery("ja", "commercial-transactions"),
    );
    expect(describeShape(text)).toEqual(describeShape(japanese));
  },
);

test("SHELL-08 every site on which people share their link has a guide in every language", async () => {
  const client = createClientWith(replyNoContent);
  for (const locale of locales) {
    const shape = describeShape(await client.ensureQueryData(siteGuidesQuery(locale)));
    expect(shape.filter((kind) => kind === "## ")).toHaveLength(linkSites.length);
  }
});

test("SHELL-15 an operator's own text replaces the built-in text", async () => {
  const client = createClientWith(async (_, { params, query }) => ({
    status: 200,
    data: { page: { text: `${String(query?.locale)} ${String(params?.slug)}` } },
  }));
  expect(await client.ensureQueryData(pageQuery("th", "faq"))).toBe("th faq");
});

test("SHELL-15 when an operator's text can't be loaded, the query fails and doesn't show the built-in text", async () => {
  const client = createClientWith(async () => ({ status: 503, data: null }));
  await expect(client.fetchQuery({ ...pageQuery("ja", "terms"), retry: false })).rejects.toThrow();
});

/** Returns the kind of each line of a text. */
function describeShape(text: string): string[] {
  return text.trim().split("\n").map(getKindOfLine);
}

function getKindOfLine(line: string): string {
  const marker = /^(#{2,3} |- )/.exec(line)?.[0];
  if (marker) return marker;
  // `prose.tsx` shows a line `term :: meaning` as a definition.
  if (line.includes(" :: ")) return "definition";
  return line === "" ? "blank" : "paragraph";
}

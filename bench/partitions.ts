// node bench/partitions.ts: fills the empty database at DATABASE_URL, partitions the largest tables by the hash of their
// owner, and lists how many partitions the product's statements read, by the plans of PostgreSQL. It runs none of them.
import { Client } from "pg";
// Declares the statements.
import "../apps/server/src/app.ts";
import { openPool } from "../apps/server/src/platform/database/db-pool.ts";
import { declaredStatements } from "../apps/server/src/platform/database/statement.ts";
import { storeFirstRows } from "../apps/server/src/platform/testing/global-setup.ts";
import { generateData } from "./generate.ts";
import { scaleSet } from "./size.ts";

/** The tables, with the columns by which their rows would be spread. */
const owners: Record<string, string> = {
  questions: "receiver_pk",
  answers: "answerer_pk",
  answer_likes: "answer_pk",
  messages: "conversation_pk",
  received_notices: "user_pk",
};
const partitionCount = 8;

/** Values of any call, by type. */
const samples: Record<string, string> = {
  boolean: "false",
  bytea: "'\\x01'",
  date: "current_date",
  json: "'[]'",
  jsonb: "'[]'",
  text: "'x'",
  "timestamp with time zone": "now()",
};

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Alias?: string;
  "Index Cond"?: string;
  Filter?: string;
  "Recheck Cond"?: string;
  Plans?: PlanNode[];
}

const url = process.env.DATABASE_URL ?? "";
const database = await openPool(url);
await storeFirstRows(database);
await database.close();
await generateData(url, scaleSet(0.05));
const client = new Client({ connectionString: url });
await client.connect();
await partitionTables();
// Plans are for the values of one call: a plan for all values would leave partitions out only when it runs.
await client.query("set plan_cache_mode = force_custom_plan");
for (const table of Object.keys(owners)) {
  const names = [...declaredStatements]
    .filter(([, { text }]) => new RegExp(`\\b${table}\\b`).test(text))
    .map(([name]) => name);
  const kinds = new Map<string, string[]>();
  for (const name of names) {
    const kind = await classify(table, declaredStatements.get(name)?.text ?? "");
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  console.log(`\n${table} by ${owners[table]}: ${names.length} statements`);
  for (const [kind, list] of kinds) console.log(`  ${kind}: ${list.length}: ${list.join(", ")}`);
}
await client.end();
process.exit(0);

async function query<R extends object>(text: string, values?: unknown[]): Promise<R[]> {
  return (await client.query<R>(text, values)).rows;
}

/** Replaces the tables by partitioned ones with the same rows and views, and the indexes that are possible. */
async function partitionTables(): Promise<void> {
  const views = await query<{ name: string; text: string }>(
    `select relname as name, pg_get_viewdef(oid) as text from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace order by oid`,
  );
  for (const [table, owner] of Object.entries(owners)) await partition(table, owner);
  for (const { name, text } of views)
    await client.query(`create or replace view ${name} as ${text}`);
  await client.query("analyze");
}

async function partition(table: string, owner: string): Promise<void> {
  const indexes = await query<{ text: string; is_unique: boolean; columns: string[] }>(
    `select pg_get_indexdef(indexrelid) as text, indisunique as is_unique, array(
       select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)
     ) as columns
     from pg_index where indrelid = $1::regclass`,
    [table],
  );
  const keys = await query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attidentity <> ''",
    [table],
  );
  await client.query(`
    alter table ${table} rename to former;
    create table ${table} (like former including defaults) partition by hash (${owner})`);
  for (let n = 0; n < partitionCount; n++)
    await client.query(
      `create table ${table}_part${n} partition of ${table}
       for values with (modulus ${partitionCount}, remainder ${n})`,
    );
  for (const { name } of keys)
    await client.query(`
      create sequence ${table}_${name}_numbers start 1000000000;
      alter table ${table} alter ${name} set default nextval('${table}_${name}_numbers')`);
  await client.query(`insert into ${table} select * from former; drop table former cascade`);
  for (const { text, is_unique, columns } of indexes) {
    const isPossible = !is_unique || columns.includes(owner);
    if (!isPossible) console.log(`${table}: ${columns.join(", ")} can't be unique`);
    await client.query(isPossible ? text : text.replace("UNIQUE ", ""));
  }
}

function chooseSample(type: string): string {
  if (type.endsWith("[]")) return /int/.test(type) ? "'{1,2}'" : "'{}'";
  return samples[type] ?? "1";
}

/** Says how many partitions of the table the plan of a statement reads. */
async function classify(table: string, text: string): Promise<string> {
  await client.query("begin");
  try {
    await client.query(`prepare planned as ${text}`);
    const [prepared] = await query<{ types: string[] }>(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'planned'",
    );
    const values = (prepared?.types ?? []).map(chooseSample);
    const list = values.length === 0 ? "" : `(${values.join(", ")})`;
    const rows = await query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `explain (format json, costs off) execute planned${list}`,
    );
    const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => listNodes(Plan)));
    return describeScans(nodes, table);
  } catch (error) {
    return `not possible (${(error as Error).message})`;
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
  }
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function describeScans(nodes: readonly PlanNode[], table: string): string {
  const scans = nodes.filter(
    (node) =>
      node["Node Type"].includes("Scan") && node["Relation Name"]?.startsWith(`${table}_part`),
  );
  if (scans.length === 0) return "none; inserts, or has no keys to look for";
  const hasOwner = (node: PlanNode) => {
    const conditions = [node["Index Cond"], node.Filter, node["Recheck Cond"]].join(" ");
    return new RegExp(`\\b${owners[table]} = `).test(conditions);
  };
  // A statement may name the table several times.
  const places = [...Map.groupBy(scans, ({ Alias = "" }) => Alias.replace(/_\d+$/, "")).values()];
  const isOne = (place: readonly PlanNode[]) =>
    new Set(place.map((node) => node["Relation Name"])).size === 1;
  if (places.every(isOne)) return "one partition";
  if (places.every((place) => isOne(place) || place.every(hasOwner)))
    return "one partition for each row that is joined";
  return "all partitions";
}

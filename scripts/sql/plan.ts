import type { PGlite } from "@electric-sql/pglite";

/** What the query plan shows about one column of the result. */
export interface Nullability {
  /** Whether it is an expression that can't be null, such as a count. */
  isNeverNull: boolean;
  /** Whether an outer join can make it null, even if its table column can't be null. */
  isOptional: boolean;
  /** The number of that outer join, if all columns that it makes optional are null together. */
  join: number | undefined;
}

interface Plan {
  "Node Type": string;
  "Join Type"?: string;
  "Parent Relationship"?: string;
  "Subplan Name"?: string;
  "CTE Name"?: string;
  Alias?: string;
  Output?: string[];
  Plans?: Plan[];
}

interface TablePosition {
  /** The outer joins that can make the columns of a table null, from the outermost. */
  joins: number[];
  /** Whether it is a subquery or a CTE that contains an outer join, so that any of its columns may be null. */
  isOpaque: boolean;
}

/** Plans a statement without parameter values and returns for each column whether it may be null. */
export async function readPlan(pglite: PGlite, text: string): Promise<Nullability[]> {
  // Runs as a script, because a query would need values for the parameters.
  const [result] = await pglite.exec(`explain (generic_plan, verbose, format json) ${text}`);
  const rows = (result?.rows ?? []) as { "QUERY PLAN": { Plan: Plan }[] }[];
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (!plan) return [];
  const positions = new Map<string, TablePosition>();
  let joinCount = 0;
  const ctes = findCtes(plan);

  const isOpaque = (node: Plan) => {
    const cte = ctes.get(node["CTE Name"] ?? "");
    const subqueries = findChildren(node, ["Subquery"]);
    return (cte !== undefined && hasOuterJoin(cte)) || subqueries.some(hasOuterJoin);
  };
  const visit = (node: Plan, joins: number[]) => {
    const position = { joins, isOpaque: isOpaque(node) };
    for (const alias of listAliases(node)) positions.set(alias, position);
    const optional = findOptionalSides(node["Join Type"]);
    const join = optional.length > 0 ? ++joinCount : 0;
    for (const child of findChildren(node, ["Outer", "Inner", "Member"])) {
      const side = child["Parent Relationship"] ?? "";
      visit(child, optional.includes(side) ? [...joins, join] : joins);
    }
  };
  visit(plan, []);
  return findOutput(plan).map((output) => findNullability(output, positions));
}

/**
 * Returns the names that a scanned table can have in the output. If other tables inherit from the table
 * `q`, the plan scans `q_1`, `q_2` and so on, and the output calls all of them `q`.
 */
function listAliases({ Alias, ...node }: Plan): string[] {
  if (Alias === undefined) return [];
  const parent = node["Parent Relationship"] === "Member" && Alias.match(/^(.+)_\d+$/)?.[1];
  return parent ? [Alias, parent] : [Alias];
}

/** Returns the output columns of a plan. A scan of several tables has the columns of its first table. */
function findOutput(plan: Plan): string[] {
  if (plan.Output) return plan.Output;
  const [first] = findChildren(plan, ["Member"]);
  return first ? findOutput(first) : [];
}

function findOptionalSides(joinType: string | undefined): string[] {
  if (joinType === "Left") return ["Inner"];
  if (joinType === "Right") return ["Outer"];
  return joinType === "Full" ? ["Inner", "Outer"] : [];
}

function findChildren({ Plans = [] }: Plan, relationships: string[]): Plan[] {
  return Plans.filter((child) => relationships.includes(child["Parent Relationship"] ?? ""));
}

function findCtes(plan: Plan, ctes = new Map<string, Plan>()): Map<string, Plan> {
  const name = plan["Subplan Name"]?.match(/^CTE (.+)$/)?.[1];
  if (name !== undefined) ctes.set(name, plan);
  for (const child of plan.Plans ?? []) findCtes(child, ctes);
  return ctes;
}

function hasOuterJoin({ Plans = [], ...node }: Plan): boolean {
  return findOptionalSides(node["Join Type"]).length > 0 || Plans.some(hasOuterJoin);
}

/**
 * Expressions that are never null: a count, `coalesce` with a constant at its end, a comparison with
 * null, `is distinct from`, and `exists`.
 */
const neverNull = [
  /^\(*count\(.*\)\)*(::\w+)?$/,
  /^COALESCE\(.*, ('[^']*'::[\w ]+|-?\d+|true|false)\)$/,
  /IS (NOT )?NULL\)*$/,
  /IS (NOT )?DISTINCT FROM/,
  /^\(*(NOT )?\(*EXISTS\(/,
];

function findNullability(
  output: string,
  positions: ReadonlyMap<string, TablePosition>,
): Nullability {
  // Matches the column of a table, such as `q.body`.
  const alias = output.match(/^"?(\w+)"?\.("[^"]+"|\w+)$/)?.[1];
  const position = alias === undefined ? undefined : positions.get(alias);
  if (!position) {
    const isNeverNull = neverNull.some((pattern) => pattern.test(output));
    return { isNeverNull, isOptional: alias !== undefined, join: undefined };
  }
  const [outermost, ...further] = position.joins;
  const isOptional = outermost !== undefined || position.isOpaque;
  const isTogether = further.length === 0 && !position.isOpaque;
  return { isNeverNull: false, isOptional, join: isTogether ? outermost : undefined };
}

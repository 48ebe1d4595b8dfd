import type { Rolldown } from "vite";

/** Code that is removed from a module. */
export interface Removal {
  /** Kinds of React's nodes (fibers) that the site never creates. Their cases in `switch` statements are removed. */
  kinds?: {
    /** The values of the property `tag` of the nodes. */
    tags: number[];
    /** The names of the constants that stand for types of elements, such as `REACT_ACTIVITY_TYPE`. */
    types: string[];
  };
  /** Functions whose body becomes `return value`, or empty if only a name is given. */
  functions?: (string | RegExp | [name: string, value: string])[];
  /** Matches statements that are removed. */
  statements?: RegExp;
}

type Program = ReturnType<Rolldown.PluginContext["parse"]>;
type Statement = Program["body"][number];
type Switch = Extract<Statement, { type: "SwitchStatement" }>;
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Removes code from a parsed module. What is used by the removed code only is left to the bundler. */
export function removeCode(code: string, program: Program, removals: Removal[]): string {
  const edits: Edit[] = [];
  for (const statement of program.body) {
    const edit = editStatement(code, statement, removals);
    if (edit) edits.push(edit);
    else visitSwitches(statement, (node) => edits.push(...removeCases(node, removals)));
  }
  const outerEdits = edits.filter(
    (edit) => !edits.some((outer) => outer.start <= edit.start && edit.end < outer.end),
  );
  let changedCode = code;
  for (const { start, end, text } of outerEdits.toSorted((a, b) => b.start - a.start)) {
    changedCode = changedCode.slice(0, start) + text + changedCode.slice(end);
  }
  return changedCode;
}

/** Removes a statement, or replaces the body of a function. */
function editStatement(code: string, statement: Statement, removals: Removal[]): Edit | undefined {
  const { start, end } = statement;
  if (statement.type === "FunctionDeclaration") {
    const name = statement.id?.name ?? "";
    const rule = removals
      .flatMap(({ functions = [] }) => functions)
      .find((rule) => isNamed(rule, name));
    if (!rule) return undefined;
    const text = Array.isArray(rule) ? `{ return ${rule[1]}; }` : "{}";
    return { start: statement.body?.start ?? end, end, text };
  }
  const isRemoved = removals.some(({ statements }) => statements?.test(code.slice(start, end)));
  return isRemoved ? { start, end, text: "" } : undefined;
}

function isNamed(rule: string | RegExp | [string, string], name: string): boolean {
  if (rule instanceof RegExp) return rule.test(name);
  return (Array.isArray(rule) ? rule[0] : rule) === name;
}

/** Calls back for each `switch` in a node. */
function visitSwitches(node: unknown, visit: (node: Switch) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && node.type === "SwitchStatement") visit(node as Switch);
  for (const child of Object.values(node)) visitSwitches(child, visit);
}

/**
 * Removes the cases of the kinds from a `switch`. If the case before falls through into a removed one, only the
 * label is removed.
 */
function removeCases({ discriminant, cases }: Switch, removals: Removal[]): Edit[] {
  const isOfTags =
    discriminant.type === "MemberExpression" &&
    discriminant.property.type === "Identifier" &&
    discriminant.property.name === "tag";
  const edits: Edit[] = [];
  let isReachedFromBefore = false;
  for (const { test, consequent, start, end } of cases) {
    const isRemoved = removals.some(({ kinds }) => {
      if (test?.type === "Identifier") return kinds?.types.includes(test.name);
      return isOfTags && test?.type === "Literal" && kinds?.tags.includes(Number(test.value));
    });
    const isWholeRemoved = isRemoved && !isReachedFromBefore;
    if (isRemoved) {
      edits.push({ start, end: isWholeRemoved ? end : (consequent[0]?.start ?? end), text: "" });
    }
    if (!isWholeRemoved) isReachedFromBefore = !isEnd(consequent.at(-1));
  }
  return edits;
}

/** Whether no statement after this one runs. It may return false for some that end in less common ways. */
function isEnd(statement: Statement | undefined): boolean {
  if (statement?.type === "BlockStatement") return isEnd(statement.body.at(-1));
  return /^(Break|Continue|Return|Throw)Statement$/.test(statement?.type ?? "");
}

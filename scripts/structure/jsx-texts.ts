import { type Expression, type JSXChild, Visitor } from "oxc-parser";
import { locateFile } from "./location.ts";
import { type Finding, findLine, type Source } from "./source.ts";

/** The names of props and variables that hold an element or nothing. */
const elementName =
  /^(action|badge|community|empty|icon|link|list|notNowLink|picture|popularQuestions|providerForms|question|menu|start|tabs|withheldNotice|closedTrigger|\w+Buttons?)$/;

/** Functions that return an element or nothing. */
const elementFunction = /^(render\w*|createElement|rich|children)$/;

/** A declaration such as `icon?: ReactElement`. */
const elementProp = /\b(\w+)\??: ReactElement\b/g;

/** What a child of an element can render. */
interface Rendered {
  isText: boolean;
  /** Whether renderings differ in which nodes it has. */
  isConditional: boolean;
}

const element = { isText: false, isConditional: false };
const text = { isText: true, isConditional: false };
const nothing = { isText: false, isConditional: true };

/**
 * Reports texts beside nodes that come and go. Translators of browsers replace texts by elements of their own.
 * React then fails when it removes such a text, or inserts a node before it.
 */
export function checkJsxTexts(source: Source): Finding[] {
  const { side, isTest } = locateFile(source.path);
  if (side !== "web" || isTest || !source.path.endsWith(".tsx")) return [];
  const elements = listElementNames(source);
  const findings: Finding[] = [];
  const report = (offset: number) => {
    findings.push({
      path: source.path,
      line: findLine(source.text, offset),
      violation: "a text beside nodes that come and go, or as a component's only content",
      advice:
        'Wrap it in an element, such as <span className="contents">, because translated pages replace texts.',
    });
  };
  const checkChildren = (all: readonly JSXChild[], isFragment: boolean) => {
    const children = all.filter(isRendered);
    if (children.length < 2 && !isFragment) return;
    const rendered = children.map((child) => describeChild(child, elements));
    for (const [index, child] of children.entries()) {
      const isUnsafe = isFragment || rendered.some((other) => other.isConditional);
      if (rendered[index]?.isText && isUnsafe) report(child.start);
    }
  };
  // The names of the functions around the visited node, from the outermost one on.
  const functions: string[] = [];
  const leaveFunction = () => void functions.pop();
  new Visitor({
    JSXElement: ({ children }) => checkChildren(children, false),
    JSXFragment: ({ children }) => checkChildren(children, true),
    FunctionDeclaration: ({ id }) => void functions.push(id?.name ?? ""),
    "FunctionDeclaration:exit": leaveFunction,
    ArrowFunctionExpression: () => void functions.push(""),
    "ArrowFunctionExpression:exit": leaveFunction,
    ReturnStatement: ({ start, argument }) => {
      const isComponent = /^[A-Z]/.test(functions.at(-1) ?? "");
      if (isComponent && argument && findRendering(argument, elements).isText) report(start);
    },
  }).visit(source.program);
  return findings;
}

/** Whether a child isn't just the space between lines, or a comment. */
function isRendered(child: JSXChild): boolean {
  if (child.type === "JSXText") return child.value.trim() !== "" || !child.value.includes("\n");
  return child.type !== "JSXExpressionContainer" || child.expression.type !== "JSXEmptyExpression";
}

/** Lists the names that a file declares as elements: `icon?: ReactElement` and `const list = <ul>`. */
function listElementNames({ program, text }: Source): Set<string> {
  const names = new Set([...text.matchAll(elementProp)].map(([, name = ""]) => name));
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init && !findRendering(init, names).isText)
        names.add(id.name);
    },
  }).visit(program);
  return names;
}

function describeChild(child: JSXChild, elements: ReadonlySet<string>): Rendered {
  if (child.type === "JSXText") return text;
  if (child.type !== "JSXExpressionContainer") return element;
  const { expression } = child;
  return expression.type === "JSXEmptyExpression" ? element : findRendering(expression, elements);
}

/** What an expression can render; `elements` are the names of variables that are never texts. */
function findRendering(expression: Expression, elements: ReadonlySet<string>): Rendered {
  switch (expression.type) {
    case "JSXElement":
    case "JSXFragment":
      return element;
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
      return findRendering(expression.expression, elements);
    case "Literal":
      return typeof expression.value === "string" ? text : nothing;
    case "LogicalExpression": {
      const right = findRendering(expression.right, elements);
      if (expression.operator === "&&") return { ...right, isConditional: true };
      const isText = right.isText || findRendering(expression.left, elements).isText;
      return { isText, isConditional: !right.isText };
    }
    case "ConditionalExpression": {
      const branches = [expression.consequent, expression.alternate].map((branch) =>
        findRendering(branch, elements),
      );
      const isText = branches.some((branch) => branch.isText);
      const isAlwaysText = branches.every((branch) => branch.isText && !branch.isConditional);
      return { isText, isConditional: !isAlwaysText };
    }
    case "CallExpression": {
      const name = findName(expression.callee);
      return name === "map" || elementFunction.test(name) ? nothing : text;
    }
    case "ChainExpression":
      return findRendering(expression.expression, elements);
    case "Identifier":
    case "MemberExpression": {
      const name = findName(expression);
      const isElement = elements.has(name) || elementName.test(name) || name === "undefined";
      return isElement ? nothing : text;
    }
    default:
      return text;
  }
}

/** The last name of an expression such as `item.badge`; "" if it has none. */
function findName(expression: Expression): string {
  const name =
    expression.type === "MemberExpression" && !expression.computed
      ? expression.property
      : expression;
  return name.type === "Identifier" ? name.name : "";
}

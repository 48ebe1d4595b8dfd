import { type Expression, type JSXChild, Visitor } from "oxc-parser";
import { locateFile } from "./location.ts";
import { type Finding, findLine, type Source } from "./source.ts";

/**
 * Reports texts beside a node that comes and goes. A browser that translates a page replaces its texts, and React then
 * fails to insert or remove the nodes beside them.
 */
export function checkBareTexts(source: Source): Finding[] {
  const { path, text } = source;
  const { side, isTest } = locateFile(path);
  if (side !== "web" || isTest || !path.endsWith(".tsx")) return [];
  const offsets: number[] = [];
  const changingTags = listChangingTags(source);
  const check = ({ children }: { children: JSXChild[] }) => {
    const bare = children.find(isBareText);
    if (bare && children.some((child) => comesAndGoes(child, changingTags)))
      offsets.push(text.indexOf(text.slice(bare.start, bare.end).trim(), bare.start));
  };
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(source.program);
  return offsets.map((offset) => ({
    path,
    line: findLine(text, offset),
    violation: "a bare text beside a node that comes and goes",
    advice:
      "Put the text into a <span>, since translators of pages replace texts that React needs.",
  }));
}

/** Lists the components of the file that are one or the other, such as `const Icon = isOn ? Check : Plus`. */
function listChangingTags({ program }: Source): Set<string> {
  const tags = new Set<string>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init?.type === "ConditionalExpression") tags.add(id.name);
    },
  }).visit(program);
  return tags;
}

function isBareText(child: JSXChild): boolean {
  if (child.type === "JSXText") return child.value.trim() !== "";
  return child.type === "JSXExpressionContainer" && isText(child.expression as Expression);
}

/** Whether an expression certainly is a text: a literal, a template or a text of the catalog. */
function isText(expression: Expression): boolean {
  if (expression.type === "TemplateLiteral") return true;
  if (expression.type === "Literal") return typeof expression.value === "string";
  if (expression.type === "ConditionalExpression")
    return isText(expression.consequent) && isText(expression.alternate);
  return (
    expression.type === "CallExpression" &&
    expression.callee.type === "Identifier" &&
    expression.callee.name === "t"
  );
}

function comesAndGoes(child: JSXChild, changingTags: ReadonlySet<string>): boolean {
  if (child.type === "JSXElement") {
    const { name } = child.openingElement;
    return name.type === "JSXIdentifier" && changingTags.has(name.name);
  }
  if (child.type !== "JSXExpressionContainer") return false;
  const { expression } = child;
  if (expression.type === "ConditionalExpression") return !isText(expression);
  return expression.type === "LogicalExpression";
}

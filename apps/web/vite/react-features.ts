import { createRequire } from "node:module";
import type { Plugin, Rolldown } from "vite";

const require = createRequire(import.meta.url);
const renderer = /\/react-dom\/cjs\/react-dom-client\.production\.js$/;
/**
 * In this version of React, somebody has checked by reading that the functions which `functionName` matches do
 * nothing if no code uses the features.
 */
const checkedVersion = "19.3.1";
const functionName = /ViewTransition/;
const methodStart = /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\./;
/** React's own modules, and those of react-exports.ts. */
const reactModule = /\/node_modules\/react(-dom)?\/|^\0exports:/;
/** Matches code that uses one of the features. */
const featureUse = /\bViewTransition\b|<Fragment\s[^>]*\bref=/;

/**
 * Leaves two features that this site doesn't use out of React's renderer: view transitions and refs of
 * fragments. They are 5 KB of a first load, and the bundler can't know that nothing uses them.
 */
export function reactFeatures(): Plugin {
  return {
    name: "toibako:react-features",
    apply: "build",
    enforce: "pre",
    buildStart() {
      const { version } = require("react-dom/package.json") as { version: string };
      if (version !== checkedVersion)
        this.error(
          `Read what the functions named in ${import.meta.filename} do in React ${version}.`,
        );
    },
    transform(code, id) {
      if (featureUse.test(code) && !reactModule.test(id))
        this.error(`${id} uses a feature that ${import.meta.filename} leaves out of React.`);
      if (!renderer.test(id)) return undefined;
      return removeFeatures(code, this.parse(code).body);
    },
  };
}

type Program = ReturnType<Rolldown.PluginContext["parse"]>;

/**
 * Empties the functions of view transitions, and removes the methods that only code with one of the two
 * features calls.
 */
function removeFeatures(code: string, statements: Program["body"]): string {
  let changedCode = code;
  for (const statement of statements.toReversed()) {
    const { start, end } = statement;
    if (statement.type === "FunctionDeclaration" && functionName.test(statement.id?.name ?? "")) {
      const bodyStart = statement.body?.start ?? end;
      changedCode = `${changedCode.slice(0, bodyStart)}{}${changedCode.slice(end)}`;
    }
    if (statement.type === "ExpressionStatement" && methodStart.test(code.slice(start, end)))
      changedCode = changedCode.slice(0, start) + changedCode.slice(end);
  }
  return changedCode;
}

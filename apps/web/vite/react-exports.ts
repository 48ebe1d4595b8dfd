import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
/** The CommonJS modules that get named exports, by the names under which they are imported. */
const modules = new Map([
  ["react", "react"],
  ["react/jsx-runtime", "react/jsx-runtime"],
  ["react-dom", "react-dom"],
  // React has this hook itself, so the code for older versions of React is left out.
  ["use-sync-external-store/shim/with-selector", "use-sync-external-store/with-selector"],
]);
const prefix = "\0exports:";
/** Matches the only other CommonJS modules; react-easy-crop imports them. */
const wheelModule = /\/normalize-wheel\/.+\.js$/;

/**
 * Gives React's CommonJS modules named exports in the browser's build. Without them, each call of a hook
 * or of `jsx` would read a property of an object, and every chunk with such a call would load a further
 * file, the bundler's code for CommonJS. For the same reason, rewrites the few other CommonJS modules as
 * ES modules.
 */
export function reactExports(): Plugin {
  return {
    name: "toibako:react-exports",
    apply: "build",
    enforce: "pre",
    resolveId(id, importer, options) {
      // Calls of `require`, and the module that `load` generates, get the original module.
      if ((options as { kind?: string }).kind !== "import-statement") return undefined;
      if (id === "use-sync-external-store/shim") return prefix + id;
      const target = modules.get(id);
      return target && importer !== prefix + target ? prefix + target : undefined;
    },
    load(id) {
      if (id === `${prefix}use-sync-external-store/shim`)
        return 'export { useSyncExternalStore } from "react";';
      // Base UI copies React's namespace to read optional exports, which would include all of React's exports.
      if (id.endsWith("/@base-ui/utils/safeReact.mjs"))
        return 'export { default as SafeReact } from "react";';
      if (wheelModule.test(id)) return convertToModule(readFileSync(id, "utf8"));
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length);
      const names = Object.keys(require(name) as object).filter((key) => key !== "default");
      return [
        `import all from "${name}";`,
        "export default { ...all };",
        `export const { ${names.join(", ")} } = all;`,
      ].join("\n");
    },
  };
}

function convertToModule(code: string): string {
  return code
    .replace(/^var (\w+) = require\((.+)\);$/gm, "import $1 from $2;")
    .replace(/^module\.exports = require\((.+)\);$/m, "export { default } from $1;")
    .replace(/^module\.exports = /m, "export default ");
}

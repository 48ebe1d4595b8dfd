import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const iconFile = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
const component = join(import.meta.dirname, "browser/icon.ts");

/** The part of lucide-react's icons that is used here. */
export interface IconData {
  name: string;
  aliases?: unknown[];
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Writes lucide-react's icons into the browser's build as short strings. The originals carry a random
 * key for each line, and code for what this site doesn't use.
 */
export function browserIcons(): Plugin {
  let written = 0;
  return {
    name: "toibako:browser-icons",
    apply: "build",
    enforce: "pre",
    async load(id) {
      if (!iconFile.test(id)) return undefined;
      const { __iconData: data } = (await import(pathToFileURL(id).href)) as Loaded;
      if (!data) return undefined;
      written += 1;
      const [name, html] = [getClassName(data), renderDrawing(data)];
      return `import { createIcon } from ${JSON.stringify(component)};
export default /* @__PURE__ */ createIcon(${JSON.stringify(name)}, ${JSON.stringify(html)});`;
    },
    buildEnd(error) {
      if (!error && written === 0) this.error("No icon of lucide-react was found.");
    },
  };
}

interface Loaded {
  __iconData?: IconData;
}

export function getClassName({ name, aliases = [] }: IconData): string {
  const names = [name, ...aliases.filter((alias) => typeof alias === "string")];
  return ["lucide", ...names.map((each) => `lucide-${each}`)].join(" ");
}

/** Renders the drawing as React would: `<path d="…"></path>`. */
export function renderDrawing({ node }: IconData): string {
  return node
    .map(([tag, { key: _, ...attributes }]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${pairs.join("")}></${tag}>`;
    })
    .join("");
}

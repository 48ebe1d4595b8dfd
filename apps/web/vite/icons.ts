import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const iconFile = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
const iconImport = /import \{([^}]+)\} from "lucide-react";/g;
const iconComponentFile = join(import.meta.dirname, "icon.ts");

/** The part of lucide-react's icons that is used here. */
export interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Writes lucide-react's icons into the build as short strings. The original icons contain a random key for each
 * shape (such as `<path>`), and code for features that this site doesn't use; with them, the server would create and
 * escape every shape in every page. Imports from the library's index are replaced by imports of the icons' files, because the
 * index would put every icon into the chunk that all pages share.
 */
export function buildIcons(): Plugin {
  const files = readIconFiles();
  let iconCount = 0;
  return {
    name: "toibako:icons",
    apply: "build",
    enforce: "pre",
    transform(code) {
      if (!code.includes('"lucide-react"')) return undefined;
      return code.replace(iconImport, (_, names: string) => writeIconImports(names, files));
    },
    async load(id) {
      if (!iconFile.test(id)) return undefined;
      const { __iconData: data } = (await import(pathToFileURL(id).href)) as IconModule;
      if (!data) return undefined;
      iconCount += 1;
      return `import { createIcon } from ${JSON.stringify(iconComponentFile)};
export default /* @__PURE__ */ createIcon(${JSON.stringify(renderDrawing(data))});`;
    },
    buildEnd(error) {
      if (!error && iconCount === 0) this.error("No icon of lucide-react was found.");
    },
  };
}

/** Returns the files of the icons by the names under which the library's index exports them. */
function readIconFiles(): Map<string, string> {
  const index = fileURLToPath(import.meta.resolve("lucide-react/dist/esm/lucide-react.mjs"));
  const lines = readFileSync(index, "utf8").matchAll(
    /^export \{(.+)\} from '\.\/(icons\/.+)\.mjs';$/gm,
  );
  return new Map(
    [...lines].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
}

/** Returns the imports that replace an import from the library's index: one for the file of each icon. */
function writeIconImports(names: string, files: Map<string, string>): string {
  const imports = names.split(",").map((part) => {
    const [name = "", local = name] = part.trim().split(" as ");
    if (name === "" || name.startsWith("type ")) return "";
    const file = files.get(name);
    if (!file) throw new Error(`lucide-react has no icon "${name}"`);
    return `import ${local} from "lucide-react/${file}";`;
  });
  return imports.join("");
}

/** The part of an icon's file that is used here. */
interface IconModule {
  __iconData?: IconData;
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

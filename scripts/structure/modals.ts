import { type Expression, Visitor } from "oxc-parser";
import { locateFile } from "./location.ts";
import { type Finding, findLine, type Source } from "./source.ts";

const registryPath = "apps/web/src/widgets/modals/registry.ts";
const modalOpening = /\bmodal\s*\.open\(\s*"(\w+)"/g;

interface RegisteredModal {
  name: string;
  offset: number;
}

/** Reports modals of the registry that no code outside of tests opens. */
export function checkModals(sources: readonly Source[]): Finding[] {
  const registry = sources.find(({ path }) => path === registryPath);
  if (registry === undefined) return [];
  const opened = new Set(sources.flatMap(listOpenedModals));
  return listRegisteredModals(registry)
    .filter(({ name }) => !opened.has(name))
    .map(({ name, offset }) => ({
      path: registryPath,
      line: findLine(registry.text, offset),
      violation: `nothing opens the modal "${name}"`,
      advice:
        'Call modal.open("name") where a user opens it, or remove it with its texts until its feature comes.',
    }));
}

/** Lists the properties of the registry's object `modals`. */
function listRegisteredModals({ program, text }: Source): RegisteredModal[] {
  const modals: RegisteredModal[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && id.name === "modals") modals.push(...listKeys(init, text));
    },
  }).visit(program);
  if (modals.length === 0) throw new Error(`${registryPath}: no object "modals" with modals`);
  return modals;
}

function listKeys(object: Expression | null, text: string): RegisteredModal[] {
  if (object?.type !== "ObjectExpression") return [];
  return object.properties.map((property) => {
    if (property.type !== "Property" || property.computed) {
      throw new Error(
        `${registryPath}:${findLine(text, property.start)}: a modal without a plain name`,
      );
    }
    const { start, end } = property.key;
    return { name: text.slice(start, end).replaceAll(/["']/g, ""), offset: start };
  });
}

function listOpenedModals({ path, text }: Source): string[] {
  const { side, isTest } = locateFile(path);
  if (side !== "web" || isTest) return [];
  return [...text.matchAll(modalOpening)].map(([, name = ""]) => name);
}

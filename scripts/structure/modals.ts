import { locateFile } from "./location.ts";
import { type Finding, findLine, type Source } from "./source.ts";

const REGISTRY = "apps/web/src/widgets/modals/registry.ts";
const REGISTERED = /^ {2}(\w+): async \(\) =>/gm;
const OPENED = /\bmodal\s*\.open\(\s*"(\w+)"/g;

/** Reports modals of the registry that no code outside of tests opens. */
export function checkModals(sources: readonly Source[]): Finding[] {
  const registry = sources.find(({ path }) => path === REGISTRY);
  if (registry === undefined) return [];
  const opened = new Set(sources.flatMap(listOpenedModals));
  return [...registry.text.matchAll(REGISTERED)]
    .filter(([, name = ""]) => !opened.has(name))
    .map(({ 1: name, index }) => ({
      path: REGISTRY,
      line: findLine(registry.text, index),
      what: `nothing opens the modal "${name}"`,
      where:
        'Call modal.open("name") where a user opens it, or remove it with its texts until its feature comes.',
    }));
}

function listOpenedModals({ path, text }: Source): string[] {
  const { side, test } = locateFile(path);
  if (side !== "web" || test) return [];
  return [...text.matchAll(OPENED)].map(([, name = ""]) => name);
}

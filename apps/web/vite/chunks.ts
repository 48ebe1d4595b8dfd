import { join } from "node:path";

/** What the bundler tells of its modules while it divides them. */
interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const source = join(import.meta.dirname, "../src");
const entry = [join(source, "entry-client.tsx")];
/** Where strangers arrive: profiles, questions, the front page. */
const open = ["$account", "index", "q/$uuid"].map((route) =>
  join(source, `routes/$locale/${route}.tsx?tsr-split=component`),
);

type Name = (id: string, modules: Modules) => string | null;

/**
 * The files that pages share: what every page needs, what the open pages are made of, and what only
 * comes to people with an account. Three instead of fifty, which would cost a telephone more, and
 * none brings another's weight along. The bundler gives a file all that its modules import, so the
 * order counts.
 */
export const sharedFiles: { name: Name }[] = [
  { name: (id, modules) => (reachedFrom(entry, modules).has(id) ? "shell" : null) },
  { name: (id, modules) => (reachedFrom(open, modules).has(id) ? "pages" : null) },
  { name: () => "desk" },
];

const known = new WeakMap<string[], Set<string>>();

/** All that comes along when these are fetched. */
function reachedFrom(roots: string[], modules: Modules): Set<string> {
  let reached = known.get(roots);
  if (!reached) {
    reached = new Set(roots);
    // A set is walked to its end even while it grows.
    for (const id of reached) {
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
    }
    known.set(roots, reached);
  }
  return reached;
}

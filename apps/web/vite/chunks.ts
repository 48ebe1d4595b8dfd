import { join } from "node:path";

/** The part of the bundler's interface that chunk names need. */
interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const source = join(import.meta.dirname, "../src");
const entry = [join(source, "entry-client.tsx")];
/** The pages on which visitors arrive: profiles, questions, the top page. */
const publicPages = ["$account", "index", "q/$uuid"].map((route) =>
  join(source, `routes/$locale/${route}.tsx?tsr-split=component`),
);

type Name = (id: string, modules: Modules) => string | null;

/**
 * The chunks that pages share: for every page (shell), for public pages (pages) and for members'
 * pages (desk). Three chunks instead of fifty load faster on phones. A module goes into the first
 * chunk that matches, together with its imports, so the order matters.
 */
export const sharedFiles: { name: Name }[] = [
  { name: (id, modules) => (listReachable(entry, modules).has(id) ? "shell" : null) },
  { name: (id, modules) => (listReachable(publicPages, modules).has(id) ? "pages" : null) },
  { name: () => "desk" },
];

const known = new WeakMap<string[], Set<string>>();

/** The modules that are loaded with the given ones. */
function listReachable(roots: string[], modules: Modules): Set<string> {
  let reached = known.get(roots);
  if (!reached) {
    reached = new Set(roots);
    // Iterating over a set includes what is added meanwhile.
    for (const id of reached) {
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
    }
    known.set(roots, reached);
  }
  return reached;
}

/** The part of a built chunk from which the keys of its texts are read. */
export interface TextChunk {
  imports: readonly string[];
  modules: Record<string, { code: string | null }>;
}

/** A key in quotes, or the beginning of a key that is made of parts: `inbox.tab_${status}`. */
const keyPattern = /(["'`])([a-z_]+\.[\w-]+)\1|`([a-z_]+\.[\w-]*)\$\{/g;

/** Finds the keys in code. A key that is made of parts stands for all keys with its beginning. */
export function findKeys(code: string, keys: ReadonlySet<string>): string[] {
  return [...code.matchAll(keyPattern)].flatMap(([, , key, beginning]) => {
    if (key !== undefined) return keys.has(key) ? [key] : [];
    return [...keys].filter((name) => name.startsWith(beginning ?? ""));
  });
}

/** Finds the keys in the chunks of these modules, and in all chunks that those chunks import statically. */
export function findKeysOfPages(
  chunks: Record<string, TextChunk>,
  modules: readonly string[],
  keys: ReadonlySet<string>,
): Set<string> {
  const ownChunks = Object.keys(chunks).filter((name) =>
    Object.keys(chunks[name]?.modules ?? {}).some((id) => modules.includes(id)),
  );
  const loaded = new Set(ownChunks);
  // A loop over a set also visits the names that are added while it runs.
  for (const name of loaded) for (const next of chunks[name]?.imports ?? []) loaded.add(next);
  const code = [...loaded].flatMap((name) => Object.values(chunks[name]?.modules ?? {}));
  return new Set(code.flatMap((module) => findKeys(module.code ?? "", keys)));
}

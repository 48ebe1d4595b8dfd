import { GAP, KIND, type MatchingForm, normalize, type Reading } from "./normalize.ts";
import { counting, type Span, type Standing, standing } from "./standing.ts";

/** A word to look for, and how it may stand in a text. */
export interface Pattern {
  /** As it was written down; what a match is called by. */
  word: string;
  /** May be the end of a longer word. */
  open_start?: boolean;
  /** May be the beginning of a longer word. */
  open_end?: boolean;
  /** Not looked for: what is found inside of it, or begins in it, doesn't count. */
  harmless?: boolean;
}

export interface Matcher {
  /** The first of the words that the text holds, as it was written down. */
  find(reading: Reading): string | undefined;
}

interface Entry extends Pattern, Standing {
  letters: string;
}

interface Node {
  next: Map<number, Node>;
  fallback: Node | undefined;
  entry: Entry | undefined;
  /** The longest other word that ends here as well. */
  shorter: Node | undefined;
}

/** Builds the automaton of Aho and Corasick; looking through a text is then linear in its length. */
export function buildMatcher(patterns: readonly Pattern[]): Matcher {
  const root = newNode();
  for (const pattern of patterns) insert(root, entryOf(pattern));
  link(root);
  const signs = patterns.filter(({ word, harmless }) => !harmless && isSign(word));
  return {
    find({ text, forms }) {
      const found = signs.find(({ word }) => text.includes(word.trim()));
      if (found) return found.word;
      for (const form of forms) {
        const entry = firstIn(form, root);
        if (entry) return entry.word;
      }
      return undefined;
    },
  };
}

/** Emoji and punctuation have no matching form: they are looked for as they are. */
function isSign(word: string): boolean {
  return word.trim() !== "" && normalize(word).letters === "";
}

function newNode(): Node {
  return { next: new Map(), fallback: undefined, entry: undefined, shorter: undefined };
}

function entryOf(pattern: Pattern): Entry {
  const { letters, gaps, kinds } = normalize(pattern.word);
  return {
    ...pattern,
    letters,
    first: kinds[0] ?? KIND.sign,
    last: kinds[kinds.length - 1] ?? KIND.sign,
    spaced: !kinds.includes(KIND.dense),
    spaces: [...gaps.keys()].filter((at) => at > 0 && gaps[at] === GAP.space),
  };
}

function insert(root: Node, entry: Entry): void {
  if (entry.letters === "") return;
  let node = root;
  for (let at = 0; at < entry.letters.length; at++) {
    const unit = entry.letters.charCodeAt(at);
    const next = node.next.get(unit) ?? newNode();
    node.next.set(unit, next);
    node = next;
  }
  node.entry = node.entry ? merged(node.entry, entry) : entry;
}

/** Two spellings of the same letters, "ur self" and "urself": what either allows. */
function merged(first: Entry, second: Entry): Entry {
  return {
    ...first,
    open_start: first.open_start || second.open_start || false,
    open_end: first.open_end || second.open_end || false,
    harmless: first.harmless || second.harmless || false,
    spaces: [...new Set([...first.spaces, ...second.spaces])],
  };
}

function link(root: Node): void {
  const queue = [root];
  for (const node of queue) {
    for (const [unit, child] of node.next) {
      const fallback = node === root ? root : step(node.fallback ?? root, unit, root);
      child.fallback = fallback;
      child.shorter = fallback.entry ? fallback : fallback.shorter;
      queue.push(child);
    }
  }
}

function step(from: Node, unit: number, root: Node): Node {
  let node: Node | undefined = from;
  while (node) {
    const next = node.next.get(unit);
    if (next) return next;
    node = node.fallback;
  }
  return root;
}

function firstIn(form: MatchingForm, root: Node): Entry | undefined {
  const stands = standing(form);
  const hits: Span<Entry>[] = [];
  const excused: Span<Entry>[] = [];
  let node = root;
  for (let at = 0; at < form.letters.length; at++) {
    node = step(node, form.letters.charCodeAt(at), root);
    for (let end = node.entry ? node : node.shorter; end?.entry; end = end.shorter) {
      const { entry } = end;
      const span = { start: at + 1 - entry.letters.length, end: at + 1, entry };
      if (stands(span)) (entry.harmless ? excused : hits).push(span);
    }
  }
  if (hits.length === 0) return undefined;
  const counts = counting(excused, form.letters.length);
  return hits.find(counts)?.entry;
}

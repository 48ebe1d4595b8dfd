import {
  gapKind,
  letterKind,
  type MatchingForm,
  normalizeForMatching,
  type PreparedText,
} from "./normalize.ts";
import {
  createHarmTest,
  createWholeWordTest,
  type Span,
  type WordEdges,
} from "./word-boundaries.ts";

/** A word to look for, and what may surround it in a text. */
export interface Pattern {
  /** The word as spelled in its list; a match returns this spelling. */
  word: string;
  /** May be the end of a longer word. */
  canEndLongerWord?: boolean;
  /** May be the beginning of a longer word. */
  canStartLongerWord?: boolean;
  /** A long word is also found with spaces in it: "badword" in "bad word", two ordinary words. */
  ignoresSpaces?: boolean;
  /** A match of another word is ignored if a harmless word contains it or overlaps one of its ends. */
  isHarmless?: boolean;
}

export interface Matcher {
  /** Returns the first word found in the text, as spelled in its list. */
  find(prepared: PreparedText): string | undefined;
}

interface Entry extends Pattern, WordEdges {
  letters: string;
}

interface Node {
  next: Map<number, Node>;
  /** The node with which the search goes on if no letter in `next` follows. */
  fallback: Node | undefined;
  entry: Entry | undefined;
  /** The node of the next shorter word that ends with the same letter of the text. */
  shorter: Node | undefined;
}

/** Builds an Aho-Corasick automaton, which searches a text in linear time. */
export function buildMatcher(patterns: readonly Pattern[]): Matcher {
  const letterRoot = createNode();
  const signRoot = createNode();
  for (const pattern of patterns) {
    const entry = toEntry(pattern);
    insertEntry(letterRoot, entry);
    if (isSign(entry)) insertEntry(signRoot, { ...entry, letters: entry.word.trim() });
  }
  linkFallbacks(letterRoot);
  linkFallbacks(signRoot);
  const hasSigns = signRoot.next.size > 0;
  const hasHarmless = patterns.some(({ isHarmless }) => isHarmless);
  return {
    find({ text, forms }) {
      // Searches the whole text even after a match, so that the response time reveals nothing.
      const sign = hasSigns ? findFirstSign(text, signRoot) : undefined;
      const words = forms.map((form) => findFirstWord(form, letterRoot, hasHarmless));
      return [sign, ...words].find((entry) => entry !== undefined)?.word;
    },
  };
}

/**
 * Whether a word is only emoji or punctuation. Such a word has no letters in the matching form, so the
 * original text is searched for it.
 */
function isSign({ word, letters, isHarmless }: Entry): boolean {
  return !isHarmless && letters === "" && word.trim() !== "";
}

/** Finds the first sign in linear time. `includes` would be slower in long runs of the same emoji. */
function findFirstSign(text: string, root: Node): Entry | undefined {
  let node = root;
  let firstEntry: Entry | undefined;
  for (let index = 0; index < text.length; index++) {
    node = findNextNode(node, text.charCodeAt(index), root);
    firstEntry ??= node.entry ?? node.shorter?.entry;
  }
  return firstEntry;
}

function createNode(): Node {
  return { next: new Map(), fallback: undefined, entry: undefined, shorter: undefined };
}

function toEntry(pattern: Pattern): Entry {
  const { letters, gaps, kinds } = normalizeForMatching(pattern.word);
  return {
    ...pattern,
    letters,
    first: kinds[0] ?? letterKind.sign,
    last: kinds[kinds.length - 1] ?? letterKind.sign,
    isSpaceSensitive: !kinds.includes(letterKind.dense),
    spaces: [...gaps.keys()].filter((index) => index > 0 && gaps[index] === gapKind.space),
  };
}

function insertEntry(root: Node, entry: Entry): void {
  if (entry.letters === "") return;
  let node = root;
  for (let index = 0; index < entry.letters.length; index++) {
    const unit = entry.letters.charCodeAt(index);
    const next = node.next.get(unit) ?? createNode();
    node.next.set(unit, next);
    node = next;
  }
  node.entry = node.entry ? mergeEntries(node.entry, entry) : entry;
}

/** Merges two entries with the same letters, such as "ur self" and "urself". Allows what one of them allows. */
function mergeEntries(first: Entry, second: Entry): Entry {
  return {
    ...first,
    canEndLongerWord: first.canEndLongerWord || second.canEndLongerWord || false,
    canStartLongerWord: first.canStartLongerWord || second.canStartLongerWord || false,
    isHarmless: first.isHarmless || second.isHarmless || false,
    spaces: [...new Set([...first.spaces, ...second.spaces])],
  };
}

function linkFallbacks(root: Node): void {
  const queue = [root];
  for (const node of queue) {
    for (const [unit, child] of node.next) {
      const fallback = node === root ? root : findNextNode(node.fallback ?? root, unit, root);
      child.fallback = fallback;
      child.shorter = fallback.entry ? fallback : fallback.shorter;
      queue.push(child);
    }
  }
}

function findNextNode(from: Node, unit: number, root: Node): Node {
  let node: Node | undefined = from;
  while (node) {
    const next = node.next.get(unit);
    if (next) return next;
    node = node.fallback;
  }
  return root;
}

function findFirstWord(form: MatchingForm, root: Node, hasHarmless: boolean): Entry | undefined {
  const isWholeWord = createWholeWordTest(form);
  const hits: Span<Entry>[] = [];
  const harmless: Span<Entry>[] = [];
  const collectWords = (node: Node, end: number) => {
    for (let word = node.entry ? node : node.shorter; word?.entry; word = word.shorter) {
      const { entry } = word;
      const span = { start: end - entry.letters.length, end, entry };
      if (isWholeWord(span)) (entry.isHarmless ? harmless : hits).push(span);
    }
  };
  let node = root;
  for (let index = 0; index < form.letters.length; index++) {
    node = findNextNode(node, form.letters.charCodeAt(index), root);
    // Without harmless words the first hit is the result, so the others need not be collected.
    if (hasHarmless || hits.length === 0) collectWords(node, index + 1);
  }
  if (hits.length === 0) return undefined;
  return hits.find(createHarmTest(harmless, form.letters.length))?.entry;
}

import templates from "./templates.json" with { type: "json" };
import type { Example } from "./texts.ts";

/** Creates a generator (mulberry32) of random numbers from 0 to 1, which are always the same for one seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the texts, the filled templates, and disguised, extended and joined versions of all these. */
export function varyTexts(texts: readonly Example[], random: () => number): Example[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const base = [...texts, ...fillTemplates()];
  const harmless = base.filter(({ label }) => label === "harmless");
  const disguised = base.map(({ text, label }) => ({ text: disguise(text, random), label }));
  const extended = base.map(({ text, label }) => ({
    text: pick(templates.openings) + text + pick(templates.endings),
    label,
  }));
  const joined = base.map(({ text, label }) => {
    const other = pick(harmless).text;
    return { text: random() < 0.5 ? `${other}。${text}` : `${text}\n${other}`, label };
  });
  return [...base, ...disguised, ...extended, ...joined];
}

function fillTemplates(): Example[] {
  const slots: Record<string, string[]> = templates.slots;
  const filled = Object.entries(templates.templates).flatMap(([label, lines]) =>
    lines.flatMap((line) => {
      const name = /\{(\w+)\}/.exec(line)?.[1] ?? "";
      return (slots[name] ?? []).map((word) => ({ text: line.replace(`{${name}}`, word), label }));
    }),
  );
  return filled as Example[];
}

/** Replaces kanji with kana (in 60 % of texts), hides a letter behind a circle (20 %) or repeats it (20 %). */
function disguise(text: string, random: () => number): string {
  const kind = random();
  if (kind < 0.6) {
    const kanji = new RegExp(Object.keys(templates.readings).join("|"), "g");
    return text.replace(
      kanji,
      (word) => templates.readings[word as keyof typeof templates.readings],
    );
  }
  const letters = Array.from(text);
  const index = Math.floor(random() * letters.length);
  const letter = letters[index] ?? "";
  letters[index] = kind < 0.8 ? "○" : letter + letter.repeat(2);
  return letters.join("");
}

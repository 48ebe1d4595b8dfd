import templates from "./templates.json" with { type: "json" };
import type { Example } from "./texts.ts";

/** Numbers between 0 and 1, the same at each run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The texts, the filled templates, and veiled, dressed up and joined versions of all. */
export function vary(texts: readonly Example[], random: () => number): Example[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const base = [...texts, ...fillTemplates()];
  const harmless = base.filter(({ label }) => label === "harmless");
  const veiled = base.map(({ text, label }) => ({ text: veil(text, random), label }));
  const dressed = base.map(({ text, label }) => ({
    text: pick(templates.openings) + text + pick(templates.endings),
    label,
  }));
  const joined = base.map(({ text, label }) => {
    const other = pick(harmless).text;
    return { text: random() < 0.5 ? `${other}。${text}` : `${text}\n${other}`, label };
  });
  return [...base, ...veiled, ...dressed, ...joined];
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

/** Kana for kanji, or a letter covered by a circle or drawn out. */
function veil(text: string, random: () => number): string {
  const way = random();
  if (way < 0.6) {
    const kanji = new RegExp(Object.keys(templates.readings).join("|"), "g");
    return text.replace(
      kanji,
      (word) => templates.readings[word as keyof typeof templates.readings],
    );
  }
  const letters = Array.from(text);
  const at = Math.floor(random() * letters.length);
  const letter = letters[at] ?? "";
  letters[at] = way < 0.8 ? "○" : letter + letter.repeat(2);
  return letters.join("");
}

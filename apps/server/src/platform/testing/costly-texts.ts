/** UTF-16 code units of each text. If each takes three bytes, the text is larger than a body may be. */
const codeUnits = 100_000;

function fillToLength(unit: string, length: number = codeUnits): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Texts for which Unicode normalisers, segmenters or regular expressions were slow. */
export const costlyTexts: Record<string, string> = {
  "one combining mark": fillToLength("\u0301"),
  "marks of several classes": fillToLength("\u0301\u0316\u0327\u0345"),
  "marks that decompose and are sorted": fillToLength("\u0f73"),
  "marks outside the first plane": fillToLength("\u{1d165}\u{1d16e}"),
  "runs of 30 marks in the wrong order": fillToLength(
    `a${"\u0301".repeat(15)}${"\u0316".repeat(15)}`,
  ),
  "marks held apart by joiners": fillToLength(`${"\u0f71\u0f72\u0f74".repeat(10)}\u200d`),
  "marks held apart by bidi controls": fillToLength(`${"\u0f71\u0f72\u0f74".repeat(10)}\u202e`),
  "halfwidth voiced marks": fillToLength("\uff9e\u0316"),
  "joiners between emoji": fillToLength("👨\u200d"),
  "joiners alone": fillToLength("\u200d"),
  families: fillToLength("👨‍👩‍👧‍👦"),
  "kisses in two skin tones": fillToLength("👩🏽‍❤️‍💋‍👨🏿"),
  "regional indicators": fillToLength("🇯"),
  "tags of a flag": fillToLength("🏴󠁧"),
  "bidi controls": fillToLength("\u202e\u2066"),
  "one long word": fillToLength("a"),
  "many short words": fillToLength("a "),
  "spaces before a letter": `${fillToLength(" ", codeUnits - 1)}a`,
  "Hangul jamo": fillToLength("\u1100"),
  "Hangul syllables taken apart": fillToLength("\u1100\u1161\u11a8"),
  "Indic conjuncts": fillToLength("\u0915\u094d"),
  "prepended signs": fillToLength("\u0600"),
  "ligatures of 18 letters": fillToLength("\ufdfa"),
  "lone surrogates": fillToLength("\ud83d"),
  "an address without an end": `a@${fillToLength("a.", codeUnits - 2)}`,
  "signs for letters": fillToLength("$@!0"),
};

/** The longest texts that are accepted: 5,000 characters of up to 16 code units on average. */
export const costlyPosts: Record<string, string> = {
  "15 marks on each letter": `a${"\u0301\u0316".repeat(7)}\u0327`.repeat(5_000),
  "30 marks on each letter": `a${"\u0316\u0301".repeat(15)}`.repeat(2_500),
  "Tibetan vowels in the wrong order": `\u0f40${"\u0f74\u0f72\u0f71".repeat(5)}`.repeat(5_000),
  "Hebrew points": `\u05d0${"\u05b1\u05b0".repeat(7)}`.repeat(5_000),
  "kana with voiced marks": `か${"\u0316\u3099".repeat(7)}`.repeat(5_000),
  families: "👨‍👩‍👧‍👦".repeat(5_000),
  "kisses in two skin tones": "👩🏽‍❤️‍💋‍👨🏿".repeat(5_000),
  "joined emoji": `👨${"\u200d👩".repeat(20)}`.repeat(1_290),
  "Hangul jamo": `${"\u1100".repeat(62)}x`.repeat(1_260),
  "Indic conjuncts": `${"\u0915\u094d".repeat(31)}x`.repeat(1_260),
  "ligatures of 18 letters": "\ufdfa".repeat(5_000),
  "regional indicators": "🇯🇵".repeat(2_500),
  "one long word": "a".repeat(5_000),
  kana: "あ".repeat(5_000),
  "invisible letters": "a\u200b".repeat(2_500),
};

/**
 * Milliseconds that a function may take for one text in a test. The benchmark
 * (`npm run bench -- --only texts`) allows 20. A slow or busy machine needs a few times that; a function
 * whose time grows with the square of the length needs seconds.
 */
export const maxMilliseconds = 150;

/**
 * Measures the processor time of this thread that `work` takes on average, in milliseconds. It runs
 * `work` several times, because some kernels count in steps of 4 ms. While the result is above
 * `limit`, it measures again, up to five times: a busy machine disturbs some measurements, but a
 * slow function is slow in all of them.
 */
export function measureCost(work: () => unknown, limit = maxMilliseconds, repeats = 4): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && lowest >= limit; tries++) {
    const before = process.threadCpuUsage();
    for (let i = 0; i < repeats; i++) work();
    const { user, system } = process.threadCpuUsage(before);
    lowest = Math.min(lowest, (user + system) / 1000 / repeats);
  }
  return lowest;
}

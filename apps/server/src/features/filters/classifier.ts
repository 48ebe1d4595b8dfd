import { readFileSync } from "node:fs";
import { GAP, type MatchingForm, readText } from "./normalize.ts";
import { type Category, categories, type Finding, type Level } from "./score.ts";

/** What a text can be, in the order of the model's weights. */
export const CLASSES = ["harmless", ...categories] as const;

const BUCKET_BITS = 15;
export const BUCKETS = 2 ** BUCKET_BITS;

/** A text is judged by pieces, so that harm can't hide behind a long harmless beginning. */
const WINDOW = 64;
const STEP = 32;

/** Letters are looked at alone, in twos and in threes; fours told nothing more. */
const LONGEST = 3;

export interface Model {
  /** By bucket, then by class. */
  weights: Int8Array | Float32Array;
  /** What one unit of weight stands for. */
  scale: number;
  bias: Float32Array;
}

/** From which probability of harm on a level holds a text; see docs/filters.md for what it gives. */
const THRESHOLDS: [Level, number][] = [
  ["low", 0.84],
  ["medium", 0.7],
  ["high", 0.52],
];

/** Judges a Japanese text by the worst of its pieces. */
export function classify(text: string, model: Model): Finding | undefined {
  let harm = 0;
  let category: Category | undefined;
  for (const features of featuresOf(text)) {
    const chances = chancesOf(features, model);
    const harmful = 1 - (chances[0] ?? 1);
    if (harmful <= harm) continue;
    harm = harmful;
    const worst = chances.indexOf(Math.max(...chances.subarray(1)), 1);
    category = categories[worst - 1];
  }
  const level = THRESHOLDS.find(([, from]) => harm >= from)?.[0];
  return level && category && { category, level };
}

/** The probability of each class, softmax over the sums of weights. */
export function chancesOf(features: Uint16Array, { weights, scale, bias }: Model): Float32Array {
  const sums = new Float32Array(CLASSES.length);
  for (const bucket of features) {
    const at = bucket * CLASSES.length;
    for (let of = 0; of < sums.length; of++) sums[of] = (sums[of] ?? 0) + (weights[at + of] ?? 0);
  }
  const share = scale / Math.sqrt(features.length);
  const powers = sums.map((sum, of) => Math.exp(sum * share + (bias[of] ?? 0)));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
}

/** For each Japanese piece of the text, the buckets of its letters, alone, in twos and in threes. */
export function featuresOf(text: string): Uint16Array[] {
  const form = readText(text).forms[0];
  if (form === undefined) return [];
  const surface = surfaceOf(text, form).map(bucketOf);
  const letters = `^${form.letters}$`;
  const pieces: Uint16Array[] = [];
  for (let start = 0; start === 0 || start < letters.length - STEP; start += STEP) {
    const piece = letters.slice(start, start + WINDOW);
    if (isJapanese.test(piece)) pieces.push(ngrams(piece, surface));
  }
  return pieces;
}

/** The model read nothing else: what is written in other letters is left to the word lists. */
const isJapanese = /[\p{Script=Hiragana}\p{Script=Han}]/u;

function ngrams(letters: string, surface: number[]): Uint16Array {
  const buckets = new Uint16Array(letters.length * LONGEST + surface.length);
  let length = 0;
  for (let start = 0; start < letters.length; start++) {
    let hash = SEED;
    const end = Math.min(start + LONGEST, letters.length);
    for (let at = start; at < end; at++) {
      hash = mix(hash, letters.charCodeAt(at));
      buckets[length++] = hash >>> (32 - BUCKET_BITS);
    }
  }
  buckets.set(surface, length);
  return buckets.subarray(0, length + surface.length);
}

const SEED = 0x811c9dc5;

function mix(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function bucketOf(name: string): number {
  let hash = SEED;
  for (const letter of name) hash = mix(hash, letter.charCodeAt(0));
  return hash >>> (32 - BUCKET_BITS);
}

/** What the letters alone don't tell. */
function surfaceOf(text: string, { letters, gaps }: MatchingForm): string[] {
  const torn = gaps.filter((gap) => gap !== GAP.none).length * 3 > letters.length;
  const length = LENGTHS.find((limit) => letters.length <= limit) ?? "longer";
  const signs: [boolean, string][] = [
    [/https?:/i.test(text), "link"],
    [/[?？]/.test(text), "question"],
    [/[!！]/.test(text), "exclamation"],
    [/\d{5}/.test(text), "number"],
    [/[○〇●◯*＊]/.test(text), "mask"],
    [torn, "torn"],
  ];
  return [`length ${length}`, ...signs.filter(([is]) => is).map(([, name]) => `sign ${name}`)];
}

const LENGTHS = [4, 8, 16, 32, 64];

/** Reads what corpus/train.ts wrote: a scale, a bias for each class, the weights. */
export function loadModel(file = new URL("./model.bin", import.meta.url)): Model {
  const { buffer } = new Uint8Array(readFileSync(file));
  const [scale = 0, ...bias] = new Float32Array(buffer, 0, 1 + CLASSES.length);
  const weights = new Int8Array(buffer, 4 * (1 + CLASSES.length));
  return { weights, scale, bias: Float32Array.from(bias) };
}

/** What `loadModel` reads: the weights in 8 bits each. */
export function saveModel({ weights, bias }: Model): Uint8Array {
  const most = Float32Array.from(weights).reduce(
    (max, weight) => Math.max(max, Math.abs(weight)),
    0,
  );
  const scale = most / 127;
  const head = new Float32Array([scale, ...bias]);
  const rounded = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return Buffer.concat([Buffer.from(head.buffer), Buffer.from(rounded.buffer)]);
}

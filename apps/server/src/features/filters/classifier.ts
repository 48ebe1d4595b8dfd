import { readFileSync } from "node:fs";
import { gapKind, type MatchingForm, normalizeForMatching } from "./normalize.ts";
import { type Category, categories, type Finding, type Level } from "./score.ts";

/** The classes of texts, in the order of the model's weights. */
export const textClasses = ["harmless", ...categories] as const;

/** Each feature of a text is hashed to one of 2 ** BUCKET_BITS buckets; features of one bucket share their weights. */
const BUCKET_BITS = 15;
export const BUCKET_COUNT = 2 ** BUCKET_BITS;

/** Texts are classified in overlapping pieces of 64 UTF-16 units, so that a long harmless beginning can't hide harm. */
const PIECE_LENGTH = 64;
const PIECE_STEP = 32;

/** The longest n-gram; 4 letters did not improve the results. */
const MAX_NGRAM = 3;

export interface Model {
  /** One weight for each bucket and class, ordered by bucket, then by class. */
  weights: Int8Array | Float32Array;
  /** The factor by which weights are multiplied. */
  scale: number;
  bias: Float32Array;
}

/** The probability of harm from which each level holds a text. docs/filters.md shows the resulting rates. */
const levelThresholds: [level: Level, minProbability: number][] = [
  ["low", 0.81],
  ["medium", 0.66],
  ["high", 0.48],
];

/** Classifies a Japanese text by its most harmful piece. */
export function classifyWithModel(text: string, model: Model): Finding | undefined {
  let highestProbability = 0;
  let category: Category | undefined;
  for (const features of extractFeatures(text)) {
    const probabilities = predictProbabilities(features, model);
    const harmProbability = 1 - (probabilities[0] ?? 1);
    if (harmProbability <= highestProbability) continue;
    highestProbability = harmProbability;
    const worstClass = probabilities.indexOf(Math.max(...probabilities.subarray(1)), 1);
    category = categories[worstClass - 1];
  }
  const level = levelThresholds.find(
    ([, minProbability]) => highestProbability >= minProbability,
  )?.[0];
  return level && category && { category, level };
}

/** Predicts the probability of each class: softmax over the sums of weights. */
export function predictProbabilities(
  features: Uint16Array,
  { weights, scale, bias }: Model,
): Float32Array {
  const sums = new Float32Array(textClasses.length);
  for (const bucket of features) {
    const offset = bucket * textClasses.length;
    for (let classIndex = 0; classIndex < sums.length; classIndex++)
      sums[classIndex] = (sums[classIndex] ?? 0) + (weights[offset + classIndex] ?? 0);
  }
  const factor = scale / Math.sqrt(features.length);
  const exponentials = sums.map((sum, classIndex) =>
    Math.exp(sum * factor + (bias[classIndex] ?? 0)),
  );
  const total = exponentials.reduce((sum, exponential) => sum + exponential, 0);
  return exponentials.map((exponential) => exponential / total);
}

/** Returns, for each Japanese piece of a text, the buckets of its n-grams and of the text's surface properties. */
export function extractFeatures(text: string): Uint16Array[] {
  const matchingForm = normalizeForMatching(text);
  const surface = describeSurface(text, matchingForm).map(hashToBucket);
  // `join` makes a flat string; V8 would copy a concatenated string for each slice.
  const letters = ["^", matchingForm.letters, "$"].join("");
  const pieces: Uint16Array[] = [];
  for (let start = 0; start === 0 || start < letters.length - PIECE_STEP; start += PIECE_STEP) {
    const piece = letters.slice(start, start + PIECE_LENGTH);
    if (japaneseLetter.test(piece)) pieces.push(hashNgrams(piece, surface));
  }
  return pieces;
}

/**
 * The model was trained on Japanese only; word lists check other scripts. There is no katakana here,
 * because the matching form has hiragana instead.
 */
const japaneseLetter = /[\p{Script=Hiragana}\p{Script=Han}]/u;

function hashNgrams(letters: string, surface: number[]): Uint16Array {
  const buckets = new Uint16Array(letters.length * MAX_NGRAM + surface.length);
  let length = 0;
  for (let start = 0; start < letters.length; start++) {
    let hash = HASH_SEED;
    const end = Math.min(start + MAX_NGRAM, letters.length);
    for (let index = start; index < end; index++) {
      hash = mixHash(hash, letters.charCodeAt(index));
      buckets[length++] = hash >>> (32 - BUCKET_BITS);
    }
  }
  buckets.set(surface, length);
  return buckets.subarray(0, length + surface.length);
}

// Multiplicative hashing. The model depends on both constants: other values need a new training.
const HASH_SEED = 0x811c9dc5;

function mixHash(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function hashToBucket(name: string): number {
  let hash = HASH_SEED;
  for (const letter of name) hash = mixHash(hash, letter.charCodeAt(0));
  return hash >>> (32 - BUCKET_BITS);
}

/** Lists properties of a text that n-grams don't show. The names are part of the model. */
function describeSurface(text: string, { letters, gaps }: MatchingForm): string[] {
  // True if more than a third of the letters have a sign or a space before them.
  const isSpacedOut = gaps.filter((gap) => gap !== gapKind.none).length * 3 > letters.length;
  const length = lengthSteps.find((limit) => letters.length <= limit) ?? "longer";
  const signs: [isPresent: boolean, name: string][] = [
    [/https?:/i.test(text), "link"],
    [/[?？]/.test(text), "question"],
    [/[!！]/.test(text), "exclamation"],
    [/\d{5}/.test(text), "number"],
    [/[○〇●◯*＊]/.test(text), "mask"],
    [isSpacedOut, "torn"],
  ];
  return [
    `length ${length}`,
    ...signs.filter(([isPresent]) => isPresent).map(([, name]) => `sign ${name}`),
  ];
}

const lengthSteps = [4, 8, 16, 32, 64];

/** Reads the file that corpus/train.ts writes: the scale, a bias for each class, and the weights. */
export function loadModel(file = new URL("./model.bin", import.meta.url)): Model {
  const { buffer } = new Uint8Array(readFileSync(file));
  const [scale = 0, ...bias] = new Float32Array(buffer, 0, 1 + textClasses.length);
  const weights = new Int8Array(buffer, 4 * (1 + textClasses.length));
  return { weights, scale, bias: Float32Array.from(bias) };
}

/** Converts a model to the file that `loadModel` reads, with 8 bits for each weight. */
export function serializeModel({ weights, bias }: Model): Uint8Array {
  const largestWeight = Float32Array.from(weights).reduce(
    (max, weight) => Math.max(max, Math.abs(weight)),
    0,
  );
  const scale = largestWeight / 127;
  const header = new Float32Array([scale, ...bias]);
  const rounded = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return Buffer.concat([Buffer.from(header.buffer), Buffer.from(rounded.buffer)]);
}

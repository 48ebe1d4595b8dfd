// Makes model.bin from the texts beside this file: node apps/server/src/features/filters/corpus/train.ts
import { writeFileSync } from "node:fs";
import { BUCKETS, CLASSES, chancesOf, featuresOf, type Model, saveModel } from "../classifier.ts";
import { type Example, trainingTexts } from "./texts.ts";
import { seeded, vary } from "./vary.ts";

/** Learners that see the texts in other orders and are averaged: one alone owes much to its order. */
const LEARNERS = 3;
const EPOCHS = 12;
const RATE = 0.1;
const DECAY = 0.00002;

interface Learner extends Model {
  weights: Float32Array;
}

interface Sample {
  features: Uint16Array;
  label: number;
}

/** The mean of several learners. */
export function train(texts: readonly Example[], seed: number): Model {
  const random = seeded(seed);
  const samples = vary(texts, random).flatMap(samplesOf);
  const learners = Array.from({ length: LEARNERS }, () => learner(samples, random));
  const mean = (of: (one: Learner) => Float32Array) => {
    const all = learners.map(of);
    return Float32Array.from(all[0] ?? [], (_, at) => sum(all, at) / LEARNERS);
  };
  return { weights: mean(({ weights }) => weights), scale: 1, bias: mean(({ bias }) => bias) };
}

function sum(all: readonly Float32Array[], at: number): number {
  return all.reduce((total, one) => total + (one[at] ?? 0), 0);
}

/** Softmax regression by Adagrad, one sample at a time. */
function learner(samples: Sample[], random: () => number): Learner {
  const size = BUCKETS * CLASSES.length;
  const model = {
    weights: new Float32Array(size),
    scale: 1,
    bias: new Float32Array(CLASSES.length),
  };
  const squares = new Float32Array(size).fill(0.01);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(samples, random);
    for (const sample of samples) learn(model, squares, sample);
  }
  return model;
}

/** Harmful texts of several pieces are left out: which piece it is, nobody has said. */
function samplesOf({ text, label }: Example): Sample[] {
  const pieces = featuresOf(text);
  if (label !== "harmless" && pieces.length > 1) return [];
  return pieces.map((features) => ({ features, label: CLASSES.indexOf(label) }));
}

function learn(model: Model, squares: Float32Array, { features, label }: Sample): void {
  const chances = chancesOf(features, model);
  const share = 1 / Math.sqrt(features.length);
  for (let of = 0; of < CLASSES.length; of++) {
    const error = (of === label ? 1 : 0) - (chances[of] ?? 0);
    model.bias[of] = (model.bias[of] ?? 0) + 0.01 * error;
    for (const bucket of features) {
      const at = bucket * CLASSES.length + of;
      const weight = model.weights[at] ?? 0;
      const slope = error * share - DECAY * weight;
      const square = (squares[at] ?? 0) + slope * slope;
      squares[at] = square;
      model.weights[at] = weight + (RATE * slope) / Math.sqrt(square);
    }
  }
}

function shuffle<T>(values: T[], random: () => number): void {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [values[at], values[other]] = [values[other] as T, values[at] as T];
  }
}

if (import.meta.main) {
  const file = new URL("../model.bin", import.meta.url);
  writeFileSync(file, saveModel(train(trainingTexts(), 1)));
}

// Makes model.bin from the texts beside this file: node apps/server/src/features/filters/corpus/train.ts
import { writeFileSync } from "node:fs";
import {
  BUCKET_COUNT,
  extractFeatures,
  type Model,
  predictProbabilities,
  serializeModel,
  textClasses,
} from "../classifier.ts";
import { type Example, readTrainingTexts } from "./texts.ts";
import { createRandom, varyTexts } from "./vary.ts";

/** The order of the texts affects a learner, so several are trained on different orders and averaged. */
const LEARNER_COUNT = 3;
const EPOCHS = 12;
const LEARNING_RATE = 0.1;
const BIAS_LEARNING_RATE = 0.01;
const WEIGHT_DECAY = 0.00002;

interface Learner extends Model {
  weights: Float32Array;
}

interface Sample {
  features: Uint16Array;
  label: number;
}

/** Trains several learners and averages them. */
export function train(texts: readonly Example[], seed: number): Model {
  const random = createRandom(seed);
  const samples = varyTexts(texts, random).flatMap(toSamples);
  const learners = Array.from({ length: LEARNER_COUNT }, () => trainLearner(samples, random));
  const averageLearners = (readValues: (learner: Learner) => Float32Array) => {
    const all = learners.map(readValues);
    return Float32Array.from(all[0] ?? [], (_, index) => sumAt(all, index) / LEARNER_COUNT);
  };
  return {
    weights: averageLearners(({ weights }) => weights),
    scale: 1,
    bias: averageLearners(({ bias }) => bias),
  };
}

function sumAt(all: readonly Float32Array[], index: number): number {
  return all.reduce((total, learner) => total + (learner[index] ?? 0), 0);
}

/** Softmax regression with Adagrad, one sample at a time. */
function trainLearner(samples: Sample[], random: () => number): Learner {
  const size = BUCKET_COUNT * textClasses.length;
  const model = {
    weights: new Float32Array(size),
    scale: 1,
    bias: new Float32Array(textClasses.length),
  };
  // The sums of squared gradients that Adagrad keeps. They start above 0 to avoid a division by zero.
  const squares = new Float32Array(size).fill(0.01);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(samples, random);
    for (const sample of samples) updateWeights(model, squares, sample);
  }
  return model;
}

/**
 * Converts a text to samples, one for each piece. Leaves out harmful texts of several pieces, because it is unknown
 * which of the pieces are harmful.
 */
function toSamples({ text, label }: Example): Sample[] {
  const pieces = extractFeatures(text);
  if (label !== "harmless" && pieces.length > 1) return [];
  return pieces.map((features) => ({ features, label: textClasses.indexOf(label) }));
}

function updateWeights(model: Model, squares: Float32Array, { features, label }: Sample): void {
  const probabilities = predictProbabilities(features, model);
  const featureValue = 1 / Math.sqrt(features.length);
  for (let classIndex = 0; classIndex < textClasses.length; classIndex++) {
    const error = (classIndex === label ? 1 : 0) - (probabilities[classIndex] ?? 0);
    model.bias[classIndex] = (model.bias[classIndex] ?? 0) + BIAS_LEARNING_RATE * error;
    for (const bucket of features) {
      const index = bucket * textClasses.length + classIndex;
      const weight = model.weights[index] ?? 0;
      const gradient = error * featureValue - WEIGHT_DECAY * weight;
      const square = (squares[index] ?? 0) + gradient * gradient;
      squares[index] = square;
      model.weights[index] = weight + (LEARNING_RATE * gradient) / Math.sqrt(square);
    }
  }
}

function shuffle<T>(values: T[], random: () => number): void {
  for (let index = values.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [values[index], values[other]] = [values[other] as T, values[index] as T];
  }
}

if (import.meta.main) {
  const file = new URL("../model.bin", import.meta.url);
  writeFileSync(file, serializeModel(train(readTrainingTexts(), 1)));
}

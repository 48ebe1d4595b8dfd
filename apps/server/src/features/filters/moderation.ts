import type { Config } from "#platform/config.ts";
import { classifyWithModel, loadModel } from "./classifier.ts";
import type { Category, Finding, Level, TextClassifier } from "./score.ts";

const TIMEOUT_MILLISECONDS = 1000;

/** Classifies with the moderation service if one is configured, otherwise with the built-in model. */
export function createTextClassifier({ moderation_url, moderation_token }: Config): TextClassifier {
  const model = loadModel();
  const classifyBuiltIn: TextClassifier = async (text) => classifyWithModel(text, model);
  return moderation_url
    ? classifyWithService(moderation_url, moderation_token, classifyBuiltIn)
    : classifyBuiltIn;
}

/**
 * Calls a service with the interface of OpenAI's moderation. The service gets only the text;
 * `fallback` classifies when the service fails, times out or sends an invalid reply.
 */
function classifyWithService(
  url: string,
  token: string | undefined,
  fallback: TextClassifier,
): TextClassifier {
  const headers = {
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return async (text) => {
    try {
      const reply = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ input: text }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      if (!reply.ok) return await fallback(text);
      return readReply(await reply.json());
    } catch {
      return fallback(text);
    }
  };
}

/** Our category for each category of the service, of which only the part before the `/` counts. */
const categoriesOfService: Record<string, Category> = {
  sexual: "sexual",
  "self-harm": "self_harm",
  illicit: "solicitation",
  violence: "threat",
};

/** A high score is held even by the lenient level `low`, a low score only by the strict level `high`. */
const levelThresholds: [level: Level, minScore: number][] = [
  ["low", 0.8],
  ["medium", 0.5],
  ["high", 0.25],
];

interface Reply {
  results: [{ flagged: boolean; category_scores: Record<string, number> }];
}

/** Reads the finding of the service; throws for an invalid reply. */
function readReply(reply: unknown): Finding | undefined {
  const { flagged, category_scores } = (reply as Reply).results[0];
  const [name, score] = Object.entries(category_scores).reduce((worst, entry) =>
    entry[1] > worst[1] ? entry : worst,
  );
  if (!Number.isFinite(score)) throw new TypeError("The reply has no scores.");
  const levelOfScore = levelThresholds.find(([, minScore]) => score >= minScore)?.[0];
  // A text that the service flags is held at `medium` as well, whatever its score.
  const level = flagged && levelOfScore !== "low" ? "medium" : levelOfScore;
  return level && { category: toCategory(name), level };
}

/** Converts a category of the service, such as "harassment/threatening". Unknown categories are insults. */
function toCategory(name: string): Category {
  if (name.endsWith("/threatening")) return "threat";
  return categoriesOfService[name.split("/")[0] ?? ""] ?? "insult";
}

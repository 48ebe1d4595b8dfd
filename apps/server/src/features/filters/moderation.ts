import type { Config } from "#platform/config.ts";
import { classify, loadModel } from "./classifier.ts";
import type { Category, Finding, Level, Score } from "./score.ts";

const TIMEOUT_MS = 1000;

/** The judge that this site uses: a service if one is configured, else the model in this process. */
export function createScore({ moderation_url, moderation_token }: Config): Score {
  const model = loadModel();
  const builtIn: Score = async (text) => classify(text, model);
  return moderation_url ? askingFirst(moderation_url, moderation_token, builtIn) : builtIn;
}

/**
 * Asks a service that speaks OpenAI's moderation calls. It gets the text and nothing else; when it
 * fails, is late or answers nonsense, `otherwise` judges.
 */
function askingFirst(url: string, token: string | undefined, otherwise: Score): Score {
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!reply.ok) return await otherwise(text);
      return readReply(await reply.json());
    } catch {
      return otherwise(text);
    }
  };
}

/** What the first part of their category's name means for us; what isn't named counts as insult. */
const MEANING: Record<string, Category> = {
  sexual: "sexual",
  "self-harm": "self_harm",
  illicit: "solicitation",
  violence: "threat",
};

const SCORES: [Level, number][] = [
  ["low", 0.8],
  ["medium", 0.5],
  ["high", 0.25],
];

interface Reply {
  results: [{ flagged: boolean; category_scores: Record<string, number> }];
}

/** Throws on anything but the shape of a moderation reply. */
function readReply(reply: unknown): Finding | undefined {
  const { flagged, category_scores } = (reply as Reply).results[0];
  const [name, score] = Object.entries(category_scores).reduce((worst, entry) =>
    entry[1] > worst[1] ? entry : worst,
  );
  if (!Number.isFinite(score)) throw new TypeError("The reply has no scores.");
  const level = SCORES.find(([, from]) => score >= from)?.[0];
  const mild = flagged && level !== "low" ? "medium" : level;
  return mild && { category: categoryOf(name), level: mild };
}

function categoryOf(name: string): Category {
  if (name.endsWith("/threatening")) return "threat";
  return MEANING[name.split("/")[0] ?? ""] ?? "insult";
}

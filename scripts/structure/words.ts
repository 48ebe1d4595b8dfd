/** The features, by the one name that each has in the contract, on the server and on the web. */
export const FEATURES = new Set([
  "accounts",
  "achievements",
  "admin",
  "ads",
  "answers",
  "billing",
  "cards",
  "communities",
  "filters",
  "friends",
  "games",
  "group-talks",
  "help",
  "inbox",
  "likes",
  "moderation",
  "notices",
  "onboarding",
  "outbox",
  "profiles",
  "questions",
  "settings",
  "shares",
  "stamps",
  "talks",
]);

/** What a file of a server feature may be, and what belongs in it. */
export const SERVER_WORDS: Record<string, string> = {
  routes: "HTTP: mounts the feature's endpoints, opens the transaction",
  commands: "writes that keep the rules",
  queries: "reads that shape a response",
  policy: "pure permission rules",
  table: "the tables' types",
  jobs: "work that runs later",
};

/** Words that say nothing about what is inside. */
export const EMPTY_WORDS = new Set([
  "common",
  "helper",
  "helpers",
  "manager",
  "misc",
  "shared",
  "util",
  "utils",
]);

/**
 * The few further names that a feature needs. The list should shrink: a name stands here only when
 * none of the usual words tells the truth about the file.
 */
export const EXTRA_WORDS: Record<string, readonly string[]> = {
  "server/accounts": ["networks"],
  "server/cards": ["draw", "emoji", "fonts", "layout", "line-break", "pool", "worker"],
  "server/stamps": ["groups"],
  // An engine that other features call: text in, verdict out.
  "server/filters": [
    "classifier",
    "corpus",
    "filter",
    "matcher",
    "moderation",
    "normalize",
    "score",
    "standing",
    "words",
  ],
  "web/accounts": ["networks"],
  "web/moderation": ["report-flow"],
  "web/onboarding": ["steps"],
};

/** The contract's files that belong to no feature: how calls are described, and rules of text. */
export const CONTRACT_WORDS = new Set([
  "addresses",
  "endpoint",
  "error-reports",
  "errors",
  "handles",
  "items",
  "locales",
  "shapes",
  "text",
]);

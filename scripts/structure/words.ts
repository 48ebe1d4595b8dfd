/** The features. A feature has the same name in the contract, on the server and on the web. */
export const features = new Set([
  "accounts",
  "achievements",
  "ads",
  "answers",
  "archives",
  "banners",
  "billing",
  "cards",
  "communities",
  "diagnosis",
  "digests",
  "discovery",
  "embeds",
  "factors",
  "filters",
  "friends",
  "games",
  "help",
  "inbox",
  "landing",
  "leaving",
  "likes",
  "mails",
  "messages",
  "moderation",
  "notices",
  "offline",
  "onboarding",
  "outbox",
  "passwords",
  "pictures",
  "privacy",
  "profiles",
  "push",
  "questions",
  "rooms",
  "settings",
  "shares",
  "staff",
  "stamps",
  "talks",
]);

/** The files of a server feature, and what belongs in each. */
export const serverFiles: Record<string, string> = {
  routes: "HTTP: binds the feature's endpoints to commands and queries",
  commands: "writes that keep the rules",
  queries: "reads that shape a response",
  policy: "pure permission rules",
  jobs: "work that runs later",
  // Separate from jobs.ts: the commands of any feature may enqueue a job, but must not import its handler.
  "job-definitions": "names and payloads of the jobs that statements enqueue",
};

/**
 * Exceptions: further file names of a feature, for files that none of the usual names describes. The
 * list should shrink.
 */
export const extraFiles: Record<string, readonly string[]> = {
  "server/accounts": ["providers"],
  // The payment providers: their interface and its adapters.
  "server/billing": ["providers"],
  // The HTML of an archive, outside the web application.
  "server/archives": ["pages", "worker"],
  "server/cards": ["draw", "emoji", "fonts", "layout", "line-break", "pool", "worker"],
  // What crawlers and feed readers fetch: robots.txt, sitemaps, feeds, manifests.
  "server/discovery": ["documents"],
  // The document in the frame of an advertisement, outside the web application.
  "server/ads": ["frame"],
  // The drawings for accounts without a picture; cards draw them as well.
  "server/profiles": ["avatars"],
  // The process that inspects videos.
  "server/pictures": ["inspect-video"],
  // The HTML of an embedded answer, outside the web application.
  "server/embeds": ["page"],
  // The tables with personal data, for the privacy page.
  "server/privacy": ["table"],
  // The contents of the mails; platform/mail/letter.ts formats them.
  "server/mails": ["letters"],
  "server/stamps": ["drawings", "first-groups"],
  "server/communities": ["first-communities"],
  "server/rooms": ["first-rooms"],
  "server/diagnosis": ["first-games"],
  // The filter engine, which other features call.
  "server/filters": [
    "classifier",
    "contacts",
    "corpus",
    "filter",
    "matcher",
    "moderation",
    "normalize",
    "score",
    "word-boundaries",
    "words",
  ],
  "web/accounts": ["providers"],
  "web/landing": ["video-animation"],
  "web/moderation": ["report-flow"],
  "web/talks": ["report-flow"],
};

/** The files of the contract that belong to no feature. */
export const contractFiles = new Set([
  "birthdays",
  "email-addresses",
  "addresses",
  "avatars",
  "challenges",
  "dates",
  "direction",
  "endpoint",
  "error-reports",
  "errors",
  "events",
  "handles",
  "papers",
  "items",
  "locales",
  "mark-runs",
  "mentions",
  "reserved-handles",
  "search-text",
  "sessions",
  "shapes",
  "text",
  "typed-keys",
]);

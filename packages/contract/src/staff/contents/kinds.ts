/** The kinds of contents that admins edit, as in the addresses of their pages. */
export const contentKinds = [
  "release_notes",
  "categories",
  "communities",
  "rooms",
  "room_questions",
  "pages",
  "word_lists",
  "stamps",
  "stamp_groups",
  "games",
  "banners",
  "diagnosis",
  "badges",
  "ad_tags",
] as const;

export type ContentKind = (typeof contentKinds)[number];

export const isContentKind = (kind: string): kind is ContentKind =>
  (contentKinds as readonly string[]).includes(kind);

/** The kinds whose contents have a page each; badges are changed in their list. */
export type KindWithPages = Exclude<ContentKind, "badges">;

export const isKindWithPages = (kind: string): kind is KindWithPages =>
  isContentKind(kind) && kind !== "badges";

/**
 * Columns whose TypeScript type is narrower than their database type, by `table.column`, with the
 * module that exports the type. A text column whose check constraint lists its values needs no
 * entry.
 */
export const columnTypes: Record<string, { type: string; from: string }> = {
  "users.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "users.tutorial_status": { type: "TutorialStatus", from: "@toibako/contract/onboarding.ts" },
  "users.role": { type: "Role", from: "@toibako/contract/endpoint.ts" },
  "users.card_theme": { type: "CardTheme", from: "@toibako/contract/cards.ts" },
  "questions.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "welcome_letters.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "questions.held_by": { type: "HeldRule", from: "@toibako/contract/filters.ts" },
  "identities.provider": { type: "Provider", from: "@toibako/contract/accounts.ts" },
  "social_starts.provider": { type: "Provider", from: "@toibako/contract/accounts.ts" },
  "social_starts.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "users.community_tutorial_status": {
    type: "CommunityTutorialStatus",
    from: "@toibako/contract/communities.ts",
  },
  "communities.card_theme": { type: "CardTheme", from: "@toibako/contract/cards.ts" },
  "communities.names": { type: "TranslatedText", from: "@toibako/contract/locales.ts" },
  "communities.descriptions": { type: "TranslatedText", from: "@toibako/contract/locales.ts" },
  "communities.rules": { type: "TranslatedText", from: "@toibako/contract/locales.ts" },
  "community_categories.names": { type: "TranslatedText", from: "@toibako/contract/locales.ts" },
  "community_languages.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "community_questions.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "brought_answers.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "message_words.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "rooms.locale": { type: "Locale", from: "@toibako/contract/locales.ts" },
  "rooms.texts": { type: "RoomTexts", from: "@toibako/contract/rooms.ts" },
  "room_questions.bodies": { type: "TranslatedText", from: "@toibako/contract/locales.ts" },
  "room_questions.options": { type: "RoomOptions", from: "@toibako/contract/rooms.ts" },
  "received_notices.kind": { type: "NoticeKind", from: "@toibako/contract/notices.ts" },
  "achievements.kind": { type: "AchievementKind", from: "@toibako/contract/achievements.ts" },
};

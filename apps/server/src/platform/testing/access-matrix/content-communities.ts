import { type AccessRow, adminOnly, staffOnly, texts } from "./row.ts";

/** No content of the test has this version, so every save is refused as one from an old tab. */
const version = 7;

/** The calls by which admins change communities, rooms and their questions; all writes are from an old tab. */
export const communityContentRows: Record<string, AccessRow> = {
  "GET /api/v2/adm/community_categories": adminOnly,
  "GET /api/v2/adm/community_categories/{}": {
    url: "/api/v2/adm/community_categories/culture",
    expected: staffOnly,
    staff: [403, 200],
  },
  "PUT /api/v2/adm/community_categories/{}": {
    url: "/api/v2/adm/community_categories/culture",
    body: { version, position: 0, names: texts },
    expected: staffOnly,
    staff: [403, 409],
  },
  "GET /api/v2/adm/communities": adminOnly,
  "GET /api/v2/adm/communities/{}": {
    url: "/api/v2/adm/communities/books",
    expected: staffOnly,
    staff: [403, 200],
  },
  "PUT /api/v2/adm/communities/{}": {
    url: "/api/v2/adm/communities/books",
    body: {
      version,
      category_id: "culture",
      position: 0,
      card_theme: "mint",
      icon_uri: "/community-pictures/icons/books.svg",
      main_image_uri: "/community-pictures/banners/books.svg",
      names: texts,
      descriptions: texts,
      rules: texts,
    },
    expected: staffOnly,
    staff: [403, 409],
  },
  "GET /api/v2/adm/rooms": adminOnly,
  "GET /api/v2/adm/rooms/{}": {
    url: "/api/v2/adm/rooms/first-room-favourites-",
    expected: staffOnly,
    staff: [403, 200],
  },
  "PUT /api/v2/adm/rooms/{}": {
    url: "/api/v2/adm/rooms/first-room-favourites-",
    body: {
      version,
      titles: texts,
      descriptions: texts,
      avatar: "box",
      priority: 0,
      min_age: 18,
      is_open: true,
    },
    expected: staffOnly,
    staff: [403, 409],
  },
  "GET /api/v2/adm/room_question_groups/{}/questions": {
    url: "/api/v2/adm/room_question_groups/school-year-questions-/questions",
    expected: staffOnly,
    staff: [403, 200],
  },
  // Its answer is a text.
  "PUT /api/v2/adm/room_question_groups/{}/questions/{}": {
    url: "/api/v2/adm/room_question_groups/school-year-questions-/questions/school-year-question-3",
    body: {
      version,
      bodies: texts,
      options: null,
      is_required: false,
      is_retired: false,
      position: 2,
    },
    expected: staffOnly,
    staff: [403, 409],
  },
};

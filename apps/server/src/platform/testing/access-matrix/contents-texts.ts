import { type AccessRow, texts } from "./row.ts";

const adminsOnly: AccessRow = { expected: [404, 404, 404, 404], staff: [403, 200] };
const page = "/api/v2/adm/pages/guide";
const wordList = "/api/v2/adm/word_lists/messages/ja";

/** Calls by which admins edit the texts of pages and the word lists of the site. */
export const contentTextRows: Record<string, AccessRow> = {
  "GET /api/v2/adm/pages": adminsOnly,
  "GET /api/v2/adm/pages/{}": { ...adminsOnly, url: page },
  "PUT /api/v2/adm/pages/{}": { ...adminsOnly, url: page, body: { version: 0, texts } },
  "GET /api/v2/adm/word_lists": adminsOnly,
  "GET /api/v2/adm/word_lists/{}/{}": { ...adminsOnly, url: wordList },
  "PUT /api/v2/adm/word_lists/{}/{}": {
    ...adminsOnly,
    url: wordList,
    body: { version: 0, lines: "ことば" },
  },
  "POST /api/v2/adm/word_lists/{}/{}/previews": {
    ...adminsOnly,
    url: `${wordList}/previews`,
    body: { lines: "ことば" },
  },
};

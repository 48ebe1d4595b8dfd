import { type AccessRow, adminOnly, texts } from "./row.ts";

const page = "/api/v2/adm/pages/guide";
const wordList = "/api/v2/adm/word_lists/messages/ja";

/** Calls by which admins edit the texts of pages and the word lists of the site. */
export const contentTextRows: Record<string, AccessRow> = {
  "GET /api/v2/adm/pages": adminOnly,
  "GET /api/v2/adm/pages/{}": { ...adminOnly, url: page },
  "PUT /api/v2/adm/pages/{}": { ...adminOnly, url: page, body: { version: 0, texts } },
  "GET /api/v2/adm/word_lists": adminOnly,
  "GET /api/v2/adm/word_lists/{}/{}": { ...adminOnly, url: wordList },
  "PUT /api/v2/adm/word_lists/{}/{}": {
    ...adminOnly,
    url: wordList,
    body: { version: 0, lines: "ことば" },
  },
  "POST /api/v2/adm/word_lists/{}/{}/previews": {
    ...adminOnly,
    url: `${wordList}/previews`,
    body: { lines: "ことば" },
  },
};

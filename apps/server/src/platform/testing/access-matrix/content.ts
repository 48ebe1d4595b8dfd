import { type AccessRow, adminOnly, everyone, staffOnly, texts } from "./row.ts";

const releaseNote = "/api/v2/adm/release_notes/AAAAAAAAAAAAAAAAAAAAAA";

/** Calls by which admins change the site's contents, and the public ones that show them. */
export const contentRows: Record<string, AccessRow> = {
  "GET /api/v1/release_notes": { expected: everyone },
  "GET /api/v1/transparency": { expected: everyone },
  "GET /api/v2/adm/release_notes": adminOnly,
  "PUT /api/v2/adm/release_notes/{}": {
    url: releaseNote,
    body: { version: 0, is_published: false, titles: texts, bodies: texts },
    expected: staffOnly,
    staff: [403, 200],
  },
  "GET /api/v2/adm/release_notes/{}": {
    url: releaseNote,
    expected: staffOnly,
    staff: [403, 200],
  },
};

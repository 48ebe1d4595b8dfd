import { type AccessRow, everyone, signedIn } from "./row.ts";

/** Kenta and Yui have just signed in, so neither has to confirm their identity. */
export const archiveRows: Record<string, AccessRow> = {
  "GET /api/v2/me/archive": { url: "/api/v2/me/archive", expected: signedIn },
  "POST /api/v2/me/archive": { url: "/api/v2/me/archive", expected: [401, 401, 202, 202] },
  "DELETE /api/v2/me/archive": { url: "/api/v2/me/archive", expected: [401, 401, 204, 204] },
  "GET /export/{}.zip": {
    url: "/export/unknown.zip",
    expected: [401, 401, 404, 404],
  },
  "GET /api/v2/me/archive/import": { expected: signedIn },
  "POST /api/v2/me/archive/import": {
    body: { bytes: 9, fingerprint: "fingerprint-of-a-file" },
    expected: [401, 401, 202, 202],
  },
  // The body has no file.
  "PUT /api/v2/me/archive/import/parts/{}": {
    url: "/api/v2/me/archive/import/parts/0",
    body: {},
    expected: [401, 401, 400, 400],
  },
  "DELETE /api/v2/me/archive/import": { expected: [401, 401, 204, 204] },
  "GET /api/v2/users/{}/brought_answers": {
    url: "/api/v2/users/yui/brought_answers",
    expected: everyone,
  },
  "PUT /api/v2/me/brought_answers/{}/sensitivity": {
    url: ({ broughtAnswer }) => `/api/v2/me/brought_answers/${broughtAnswer}/sensitivity`,
    body: { is_sensitive: true },
    expected: [401, 401, 404, 200],
  },
  "DELETE /api/v2/me/brought_answers/{}": {
    url: ({ broughtAnswer }) => `/api/v2/me/brought_answers/${broughtAnswer}`,
    expected: [401, 401, 404, 204],
  },
  "DELETE /api/v2/me/brought_answers": { expected: [401, 401, 204, 204] },
};

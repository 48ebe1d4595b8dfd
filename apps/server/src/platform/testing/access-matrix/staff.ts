import type { AccessRow } from "./row.ts";
import { signedIn } from "./row.ts";

const staffOnly: AccessRow["expected"] = [404, 404, 404, 404];
const unknownCase = "/api/v2/adm/cases/AAAAAAAAAAAAAAAAAAAAAA";

/** Calls of staff, of whom both roles may decide cases. */
export const staffRows: Record<string, AccessRow> = {
  // A code that the authenticator app doesn't show.
  "POST /api/v2/adm/entries": { body: { code: "000000" }, expected: staffOnly, staff: [422, 422] },
  "GET /api/v2/adm/cases": { expected: staffOnly, staff: [200, 200] },
  "POST /api/v2/adm/cases/{}/leases": {
    url: `${unknownCase}/leases`,
    expected: staffOnly,
    staff: [404, 404],
  },
  "DELETE /api/v2/adm/cases/{}/leases": {
    url: `${unknownCase}/leases`,
    expected: staffOnly,
    staff: [204, 204],
  },
  "POST /api/v2/adm/cases/{}/actions": {
    url: `${unknownCase}/actions`,
    body: { version: 1, kind: "dismiss" },
    expected: staffOnly,
    staff: [404, 404],
  },
  "DELETE /api/v2/adm/actions/{}": {
    url: "/api/v2/adm/actions/AAAAAAAAAAAAAAAAAAAAAA",
    expected: staffOnly,
    staff: [404, 404],
  },
  "POST /api/v2/adm/cases/{}/notes": {
    url: `${unknownCase}/notes`,
    body: { text: "メモ" },
    expected: staffOnly,
    staff: [404, 404],
  },
  "GET /api/v2/me/decisions": { expected: signedIn },
  "POST /api/v2/me/decisions/{}/appeals": {
    url: "/api/v2/me/decisions/AAAAAAAAAAAAAAAAAAAAAA/appeals",
    body: { text: "誤解です" },
    expected: [401, 401, 404, 404],
  },
  // Last, because it closes the console.
  "DELETE /api/v2/adm/entries": { expected: staffOnly, staff: [204, 204] },
};

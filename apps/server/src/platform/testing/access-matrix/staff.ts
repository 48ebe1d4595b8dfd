import { contentRows } from "./content.ts";
import { adTagRows } from "./content-ad-tags.ts";
import { bannerRows } from "./content-banners.ts";
import { communityContentRows } from "./content-communities.ts";
import { gameRows } from "./content-games.ts";
import { contentPictureRows } from "./content-pictures.ts";
import { stampRows } from "./content-stamps.ts";
import { contentTextRows } from "./content-texts.ts";
import { type AccessRow, adminOnly, signedIn, staffOnly } from "./row.ts";

const unknownCase = "/api/v2/adm/cases/AAAAAAAAAAAAAAAAAAAAAA";

const unknownInquiry = "/api/v2/adm/inquiries/AAAAAAAAAAAAAAAAAAAAAA";

/** Calls of staff. Both roles may decide cases, answer inquiries and see accounts; only admins give roles. */
export const staffRows: Record<string, AccessRow> = {
  // A code that the authenticator app doesn't show.
  "POST /api/v2/adm/entries": { body: { code: "000000" }, expected: staffOnly, staff: [422, 422] },
  "PUT /api/v2/adm/entries": { expected: staffOnly, staff: [204, 204] },
  "GET /api/v2/adm/overview": { expected: staffOnly, staff: [200, 200] },
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
  "GET /api/v2/adm/inquiries": { expected: staffOnly, staff: [200, 200] },
  "POST /api/v2/adm/inquiries/{}/looks": {
    url: `${unknownInquiry}/looks`,
    expected: staffOnly,
    staff: [404, 404],
  },
  "PUT /api/v2/adm/inquiries/{}/answer": {
    url: `${unknownInquiry}/answer`,
    body: { version: 1, answer: null },
    expected: staffOnly,
    staff: [404, 404],
  },
  "POST /api/v2/adm/people/searches": {
    body: { by: "handle", query: "yui" },
    expected: staffOnly,
    staff: [200, 200],
  },
  "POST /api/v2/adm/people/{}/looks": {
    url: "/api/v2/adm/people/yui/looks",
    expected: staffOnly,
    staff: [200, 200],
  },
  // Nobody has asked for it.
  "PUT /api/v2/adm/people/{}/birthday": {
    url: "/api/v2/adm/people/yui/birthday",
    body: {
      birthday: { year: 2000, month: 1, day: 31 },
      inquiry_id: "AAAAAAAAAAAAAAAAAAAAAA",
      reason: "本人の希望",
    },
    expected: staffOnly,
    staff: [422, 422],
  },
  "POST /api/v2/adm/people/{}/cases": {
    url: "/api/v2/adm/people/yui/cases",
    body: { reason: "同じ質問を何度も送っている" },
    expected: staffOnly,
    staff: [201, 201],
  },
  "POST /api/v2/adm/people/{}/session_ends": {
    url: "/api/v2/adm/people/nobody_has_this/session_ends",
    body: { reason: "本人の希望" },
    expected: staffOnly,
    staff: [404, 404],
  },
  "DELETE /api/v2/adm/people/{}": {
    url: "/api/v2/adm/people/nobody_has_this",
    body: { reason: "本人の希望" },
    expected: staffOnly,
    staff: [403, 404],
  },
  "GET /api/v2/adm/staff": adminOnly,
  "PUT /api/v2/adm/staff/{}": {
    url: "/api/v2/adm/staff/nobody_has_this",
    body: { role: "moderator", reason: "新しい担当" },
    expected: staffOnly,
    staff: [403, 404],
  },
  "GET /api/v2/adm/audit": adminOnly,
  "GET /api/v2/adm/seals": { expected: staffOnly, staff: [200, 200] },
  "POST /api/v2/adm/cases/{}/seals": {
    url: `${unknownCase}/seals`,
    body: { reason: "命にかかわる" },
    expected: staffOnly,
    staff: [404, 404],
  },
  "POST /api/v2/adm/seals/{}/decisions": {
    url: "/api/v2/adm/seals/AAAAAAAAAAAAAAAAAAAAAA/decisions",
    body: { is_approved: true },
    expected: staffOnly,
    staff: [403, 404],
  },
  "POST /api/v2/adm/seals/{}/readings": {
    url: "/api/v2/adm/seals/AAAAAAAAAAAAAAAAAAAAAA/readings",
    expected: staffOnly,
    staff: [404, 404],
  },
  "GET /api/v2/me/decisions": { expected: signedIn },
  "POST /api/v2/me/decisions/{}/appeals": {
    url: "/api/v2/me/decisions/AAAAAAAAAAAAAAAAAAAAAA/appeals",
    body: { text: "誤解です" },
    expected: [401, 401, 404, 404],
  },
  ...contentPictureRows,
  ...contentRows,
  ...communityContentRows,
  ...contentTextRows,
  ...gameRows,
  ...stampRows,
  ...bannerRows,
  ...adTagRows,
  // Last, because it closes the console.
  "DELETE /api/v2/adm/entries": { expected: staffOnly, staff: [204, 204] },
};

import { type AccessRow, adminOnly, everyone } from "./row.ts";

const place = "/api/v2/adm/ad_tags/header_promo";

/** Calls by which admins change the tags of advertising networks, and those of pages. */
export const adTagRows: Record<string, AccessRow> = {
  "GET /api/v2/ad_tags": { url: "/api/v2/ad_tags?slot=timeline", expected: everyone },
  // The place has no tag.
  "GET /ads/frame": { url: "/ads/frame?slot=timeline", expected: [404, 404, 404, 404] },
  "GET /api/v2/adm/ad_tags": adminOnly,
  "GET /api/v2/adm/ad_tags/{}": { url: place, ...adminOnly },
  "PUT /api/v2/adm/ad_tags/{}": {
    url: place,
    body: {
      version: 0,
      tag_type: "none",
      id: "",
      width: 320,
      height: 100,
      body: "",
      ios_group_id: "",
      ios_unit_id: "",
      android_group_id: "",
      android_unit_id: "",
    },
    ...adminOnly,
  },
};

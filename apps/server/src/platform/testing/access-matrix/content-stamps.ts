import { type AccessRow, adminOnly, texts } from "./row.ts";

const group = "/api/v2/adm/stamp_groups/everyday";
const stamp = "/api/v2/adm/stamps/eat";
const place = { version: 1, position: 1, is_offered: true };

/** Calls by which admins change the stamps and give the badges of the navigation. */
export const stampRows: Record<string, AccessRow> = {
  "GET /api/v2/adm/stamp_groups": adminOnly,
  "GET /api/v2/adm/stamp_groups/{}": { url: group, ...adminOnly },
  "PUT /api/v2/adm/stamp_groups/{}": {
    url: group,
    body: { ...place, names: texts, icon_url: "/stamps/icons/everyday.svg" },
    ...adminOnly,
  },
  "GET /api/v2/adm/stamps/{}": { url: stamp, ...adminOnly },
  "PUT /api/v2/adm/stamps/{}": {
    url: stamp,
    body: { ...place, group_id: "everyday", texts },
    ...adminOnly,
  },
  "GET /api/v2/adm/badges": adminOnly,
  "PUT /api/v2/adm/badges/{}": {
    url: "/api/v2/adm/badges/nav_footer_message",
    body: { version: 0 },
    ...adminOnly,
  },
};

import type { AccessRow } from "./row.ts";

/** The calls by which admins store the pictures and videos of contents; here without a file. */
export const contentPictureRows: Record<string, AccessRow> = {
  "POST /api/v2/adm/pictures": {
    body: { shape: "icon" },
    expected: [404, 404, 404, 404],
    staff: [403, 400],
  },
  "POST /api/v2/adm/videos": { body: {}, expected: [404, 404, 404, 404], staff: [403, 400] },
};

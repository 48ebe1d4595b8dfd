import { type AccessRow, adminOnly, staffOnly, texts } from "./row.ts";

const banner = "/api/v2/adm/banners/AAAAAAAAAAAAAAAAAAAAAA";

/** Calls by which admins change the banners. No banner is stored, and the saved one has no stored picture. */
export const bannerRows: Record<string, AccessRow> = {
  "GET /api/v2/adm/banners": adminOnly,
  "GET /api/v2/adm/banners/{}": { url: banner, expected: staffOnly, staff: [403, 404] },
  "PUT /api/v2/adm/banners/{}": {
    url: banner,
    body: {
      version: 0,
      kind: "modal",
      image_uri: "/pictures/AAAAAAAAAAAAAAAAAAAAAA.webp",
      video_uri: null,
      target_uri: "/communities",
      modal_titles: texts,
      modal_descriptions: texts,
      alternative_texts: texts,
      modal_background_color: "#ffffff",
      modal_text_color: "#000000",
      starts_at: "2026-11-29T00:00:00Z",
      ends_at: "2026-12-29T00:00:00Z",
      locale: "all",
      audience: "all",
      priority: 1,
      is_shown: true,
    },
    expected: staffOnly,
    staff: [403, 400],
  },
};

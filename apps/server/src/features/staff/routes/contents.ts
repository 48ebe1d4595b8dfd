import { contentPictureRoutes } from "./content-pictures.ts";
import { adTagContentRoutes } from "./contents-ad-tags.ts";
import { badgeContentRoutes } from "./contents-badges.ts";
import { bannerContentRoutes } from "./contents-banners.ts";
import { communityContentRoutes } from "./contents-communities.ts";
import { diagnosisContentRoutes } from "./contents-diagnosis.ts";
import { gameContentRoutes } from "./contents-games.ts";
import { releaseNoteRoutes } from "./contents-release-notes.ts";
import { roomContentRoutes } from "./contents-rooms.ts";
import { stampContentRoutes } from "./contents-stamps.ts";
import { textRoutes } from "./contents-texts.ts";

/** What admins change of the site's contents; the features that own the data keep it. */
export const contentRoutes = [
  ...contentPictureRoutes,
  ...releaseNoteRoutes,
  ...textRoutes,
  ...communityContentRoutes,
  ...roomContentRoutes,
  ...gameContentRoutes,
  ...stampContentRoutes,
  ...badgeContentRoutes,
  ...bannerContentRoutes,
  ...diagnosisContentRoutes,
  ...adTagContentRoutes,
];

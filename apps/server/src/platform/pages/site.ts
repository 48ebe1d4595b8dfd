import type { PageRequest } from "@toibako/web/src/entry-server.tsx";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { EventBus } from "#platform/events/events.ts";

type Site = PageRequest["site"];
type SiteContents = Pick<Site, "ad_slots" | "has_banners" | "has_diagnosis_games" | "has_games">;

/** In seconds. A banner that begins or ends is noticed within this time; what staff save, at once. */
const reloadSeconds = 60;

/**
 * Returns a function that describes the site to pages: its configuration, and which contents of staff pages have to fetch.
 * If these can't be read, it returns those that it read last.
 */
export function createSiteReader(
  bus: EventBus,
  configuration: Omit<Site, keyof SiteContents>,
  readContents: () => Promise<SiteContents>,
): () => Promise<Site> {
  const noContents: SiteContents = {
    ad_slots: [],
    has_banners: false,
    has_diagnosis_games: false,
    has_games: false,
  };
  let site: Promise<Site> = Promise.resolve({ ...configuration, ...noContents });
  let expiresAt = 0;
  bus.subscribe("all_pages", () => {
    expiresAt = 0;
  });
  return () => {
    if (Date.now() < expiresAt) return site;
    const former = site;
    expiresAt = Date.now() + reloadSeconds * millisecondsPerSecond;
    site = readContents().then(
      (contents) => ({ ...configuration, ...contents }),
      () => {
        expiresAt = 0;
        return former;
      },
    );
    return site;
  };
}

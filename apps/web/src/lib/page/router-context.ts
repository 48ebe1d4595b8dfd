import type { QueryClient } from "@tanstack/react-query";
import type { Provider } from "@toibako/contract/accounts.ts";
import type { TaggedAdSlot } from "@toibako/contract/ads/slots.ts";
import type { Locale } from "@toibako/contract/locales.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /**
     * The server renders the page once for everybody without a session. What belongs to a single visitor
     * is added in the browser (widgets/page/use-visitor-state.ts).
     */
    isSameForVisitors?: boolean;
    /**
     * The page's address contains a secret from a mail. The page is not cached, and its route renders the
     * page for an invalid secret itself.
     */
    hasSecretAddress?: boolean;
    /** Hides the header and the navigation, for pages with steps to complete. */
    hasNoBars?: boolean;
  }
}

/** Passed to every route's `beforeLoad`, `loader` and `head`. */
export interface RouterContext {
  queryClient: QueryClient;
  /** The preferred locale of the request; the locale in a path has precedence over it. */
  locale: Locale;
  csrf_token: string;
  /** The site's address, without a trailing slash. */
  public_url: string;
  nonce?: string;
  site: Site;
  /** Whether the user agent claims to be an iPhone, iPad or iPod. */
  is_ios: boolean;
}

/** What pages need to know of the site before they call it. */
export interface Site {
  /** The configured providers. */
  providers: Provider[];
  app_link_url: string | null;
  /** Whether the site can send mails. */
  has_mail: boolean;
  /** Whether people can register and sign in with a handle and a password. */
  has_own_id: boolean;
  /** The origin of the host that serves the frames of advertisements; null if it is this one. */
  ads_origin: string | null;
  /** The ad slots that have a tag. */
  ad_slots: TaggedAdSlot[];
  /** Whether staff show a banner in any language. */
  has_banners: boolean;
  /** Whether staff show a diagnosis game. */
  has_diagnosis_games: boolean;
  /** Whether there is a games site with a game that staff show. */
  has_games: boolean;
}

/** The settings of a site without configuration. */
export const bareSite: Site = {
  providers: [],
  app_link_url: null,
  has_mail: false,
  has_own_id: true,
  ads_origin: null,
  ad_slots: [],
  has_banners: false,
  has_diagnosis_games: false,
  has_games: false,
};

export function isIos(user_agent: string): boolean {
  return /\b(iPhone|iPad|iPod)\b/.test(user_agent);
}

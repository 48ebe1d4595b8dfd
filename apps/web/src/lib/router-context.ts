import type { QueryClient } from "@tanstack/react-query";
import type { Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";

/** What every route's `beforeLoad`, `loader` and `head` can rely on. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Of the page that was asked for; a path that names a language has it in its parameters. */
  locale: Locale;
  csrf_token: string;
  /** The site's address without a slash at its end. */
  public_url: string;
  nonce?: string;
  site: Site;
  /** An iPhone, iPad or iPod, by its own account. */
  is_ios: boolean;
}

/** What of the operator's configuration the pages show. */
export interface Site {
  /** The networks that can be used. */
  providers: Provider[];
  app_link_url: string | null;
}

export const bareSite: Site = { providers: [], app_link_url: null };

export function isIos(user_agent: string): boolean {
  return /\b(iPhone|iPad|iPod)\b/.test(user_agent);
}

import type { QueryClient } from "@tanstack/react-query";
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
}

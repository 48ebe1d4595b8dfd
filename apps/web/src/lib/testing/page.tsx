import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Link,
  RouterContextProvider,
  useRouter,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { Locale } from "@toibako/contract/locales.ts";
import { type ReactNode, useSyncExternalStore } from "react";
import { connectBrowser } from "#lib/http/client.ts";
import type { CallInput, Reply } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import type { ListAddress } from "#lib/page/growing-list.ts";
import { bareSite } from "#lib/page/router-context.ts";
import { type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { ListLabelsContext } from "#ui/feedback/list-labels.ts";
import { ToastProvider } from "#ui/feedback/toast.tsx";

export interface Call extends CallInput {
  name: string;
}

/**
 * A page, in English unless a test needs another language. Tests set `reply` to a function that returns the reply to a call. If it returns undefined,
 * the call never ends.
 */
export interface TestPage {
  client: QueryClient;
  calls: Call[];
  reply: (call: Call) => Promise<Reply> | undefined;
  show: (children: ReactNode) => void;
  /** The path of the page, which navigation changes. */
  path: () => string;
}

const labels = {
  loading: "Loading",
  retry: "Try again",
  more: "Show more",
  unfold: "Read more",
  fold: "Show less",
  moreFailed: "The rest couldn't be loaded",
  added: (count: number) => `${count} more shown`,
  pages: { nav: "Pages", first: "First", previous: "Previous", next: "Next", last: "Last" },
};

export async function openPage(
  site = bareSite,
  locale: Locale = "en",
  path = `/${locale}`,
): Promise<TestPage> {
  // Without a timer, so that components show a change of the cache at once.
  notifyManager.setScheduler(queueMicrotask);
  await loadCatalog(locale);
  sessionStorage.clear();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const history = createMemoryHistory({ initialEntries: [path] });
  const context = { public_url: "http://toibako.test", site, is_ios: false };
  const router = createRouter({ routeTree: createRootRoute(), history, context }) as never;
  const page: TestPage = {
    client,
    calls: [],
    reply: () => undefined,
    path: () => history.location.pathname,
    show(children) {
      render(
        <RouterContextProvider router={router}>
          <QueryClientProvider client={client}>
            <I18nProvider locale={locale}>
              <ToastProvider closeLabel="Close">
                <ListLabelsContext value={labels}>{children}</ListLabelsContext>
              </ToastProvider>
            </I18nProvider>
          </QueryClientProvider>
        </RouterContextProvider>,
      );
    },
  };
  connectBrowser(client, ({ name }, input) => {
    const call = { name, ...input };
    page.calls.push(call);
    return page.reply(call) ?? new Promise(() => {});
  });
  return page;
}

/** Reads the list's pages from the address and passes them to `children`, as a route does. */
export function AtAddress({ children }: { children: (address: ListAddress) => ReactNode }) {
  const { history } = useRouter();
  const search = useSyncExternalStore(history.subscribe, () => history.location.search);
  const pageSearch = validatePageSearch(Object.fromEntries(new URLSearchParams(search)));
  return children({
    ...pageSearch,
    link: (search: PageSearch) => <Link to="/$locale" params={{ locale: "en" }} search={search} />,
  });
}

/** Presses a link and waits for the effects. */
export const follow = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("link", { name })));

/** Presses a button and waits for the effects. */
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));

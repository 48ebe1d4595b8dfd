import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { loadCatalog } from "#lib/catalogs.ts";
import { connectBrowser } from "#lib/client.ts";
import { I18nProvider } from "#lib/i18n.tsx";
import { bareSite } from "#lib/router-context.ts";
import type { Answer, CallInput } from "#lib/transport.ts";
import { ToastProvider } from "#ui/toast.tsx";

/** What was called, by the endpoint's name. */
export interface Call extends CallInput {
  name: string;
}

/** An English page whose calls go to `answer`, which may be changed on the way. */
export interface TestPage {
  client: QueryClient;
  calls: Call[];
  answer: (call: Call) => Promise<Answer> | undefined;
  show: (children: ReactNode) => void;
}

export async function openPage(): Promise<TestPage> {
  // Within a test nothing waits for a timer.
  notifyManager.setScheduler(queueMicrotask);
  await loadCatalog("en");
  sessionStorage.clear();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const history = createMemoryHistory({ initialEntries: ["/en"] });
  const context = { public_url: "http://toibako.test", site: bareSite, is_ios: false };
  const router = createRouter({ routeTree: createRootRoute(), history, context }) as never;
  const page: TestPage = {
    client,
    calls: [],
    answer: () => undefined,
    show(children) {
      render(
        <RouterContextProvider router={router}>
          <QueryClientProvider client={client}>
            <I18nProvider locale="en">
              <ToastProvider closeLabel="Close">{children}</ToastProvider>
            </I18nProvider>
          </QueryClientProvider>
        </RouterContextProvider>,
      );
    },
  };
  connectBrowser(client, ({ name }, input) => {
    const call = { name, ...input };
    page.calls.push(call);
    return page.answer(call) ?? new Promise(() => {});
  });
  return page;
}

/** Presses a button and lets what it started run as far as it goes. */
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));

import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { connectBrowser } from "#lib/http/client.ts";
import type { CallInput, Reply } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import { bareSite } from "#lib/page/router-context.ts";
import { ToastProvider } from "#ui/feedback/toast.tsx";
import { UnloadedLabelsContext } from "#ui/feedback/unloaded-labels.ts";

/** A call, with the name of its endpoint. */
export interface Call extends CallInput {
  name: string;
}

/** An English page; `reply` returns the replies to its calls, and a test may replace it. */
export interface TestPage {
  client: QueryClient;
  calls: Call[];
  reply: (call: Call) => Promise<Reply> | undefined;
  show: (children: ReactNode) => void;
}

const labels = { loading: "Loading", retry: "Try again" };

export async function openPage(): Promise<TestPage> {
  // Tests don't wait for timers.
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
    reply: () => undefined,
    show(children) {
      render(
        <RouterContextProvider router={router}>
          <QueryClientProvider client={client}>
            <I18nProvider locale="en">
              <ToastProvider closeLabel="Close">
                <UnloadedLabelsContext value={labels}>{children}</UnloadedLabelsContext>
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

/** Presses a button and waits for the effects. */
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));

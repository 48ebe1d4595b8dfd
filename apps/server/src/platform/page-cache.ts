import type { FastifyRequest } from "fastify";
import type { EventBus } from "./events.ts";
import type { Page, RenderPage } from "./pages.ts";
import { isPersonal } from "./session.ts";

const lifetime = 30_000;
const largest = 2_000;

interface Entry {
  page: Promise<Page>;
  expires: number;
}

/**
 * Keeps the pages of people without a cookie, by address, for half a minute or until something on
 * them was written. Those who ask for a page while it is rendered wait for that one rendering.
 */
export function pageCache(bus: EventBus): (render: RenderPage) => RenderPage {
  const entries = new Map<string, Entry>();
  bus.subscribe("pages", ({ paths }) => {
    const gone = new Set(paths.map((path) => path.toLowerCase()));
    for (const address of entries.keys()) {
      if (gone.has(pathWithoutLocale(address))) entries.delete(address);
    }
  });

  return (render) => (request) => {
    if (isPersonal(request) || !pathNamesLocale(request)) return render(request);
    const address = request.url;
    const entry = entries.get(address);
    if (entry && entry.expires > Date.now()) return entry.page;
    const page = render(request);
    if (entries.size >= largest) entries.delete(entries.keys().next().value ?? "");
    entries.delete(address);
    entries.set(address, { page, expires: Date.now() + lifetime });
    const forget = () => entries.get(address)?.page === page && entries.delete(address);
    page.then(({ status }) => status !== 200 && forget(), forget);
    return page;
  };
}

function pathNamesLocale({ url }: FastifyRequest): boolean {
  return /^\/(ja|en|zh-CN|zh-TW|ko|dt|th)(\/|\?|$)/.test(url);
}

/** "/ja/yui_cafe?page=2" is "/yui_cafe". */
function pathWithoutLocale(address: string): string {
  const path = address.split("?")[0] ?? "";
  return `/${path.split("/").slice(2).join("/")}`.toLowerCase();
}

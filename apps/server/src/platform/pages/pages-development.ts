import type { FastifyInstance } from "fastify";
import type { PageSource, Renderer } from "./pages.ts";
import { webFolder } from "./pages-production.ts";

/** Serves pages by Vite in this process, with hot reload. */
export async function openDevelopmentSource(app: FastifyInstance): Promise<PageSource> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: webFolder,
    configFile: `${webFolder}vite.config.ts`,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead) vite.middlewares(request.raw, reply.raw, () => done());
    else done();
  });
  async function load() {
    return (await vite.ssrLoadModule("/src/entry-server.tsx")) as Renderer;
  }
  return { assets, load };
}

/** The preamble that @vitejs/plugin-react requires before any component. */
const refreshPreamble = `import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`;

const assets: PageSource["assets"] = {
  renderTags: (_routes, _locale, nonce) => ({
    // In development nothing waits until the browser is idle.
    starter: "",
    files: `<link rel="stylesheet" href="/src/styles.css">
<script type="module" nonce="${nonce}">${refreshPreamble}</script>
<script type="module" nonce="${nonce}" src="/@vite/client"></script>
<script type="module" nonce="${nonce}" src="/src/entry-client.tsx"></script>`,
  }),
};

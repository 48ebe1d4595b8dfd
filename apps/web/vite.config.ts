import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogs } from "./vite/catalogs.ts";
import { groups } from "./vite/chunks.ts";
import { contract } from "./vite/contract.ts";
import { pageFigures } from "./vite/figures.ts";
import { lazyTexts } from "./vite/lazy-texts.ts";
import { precompress } from "./vite/precompress.ts";
import { routeTree } from "./vite/route-tree.ts";
import { serviceWorker } from "./vite/service-worker.ts";

export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  plugins: [
    contract(),
    catalogs(),
    pageFigures(),
    tanstackRouter(routeTree),
    lazyTexts(),
    react(),
    tailwindcss(),
    !isSsrBuild && [serviceWorker(), precompress()],
  ],
  build: {
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: "es2022",
    rolldownOptions: isSsrBuild
      ? { input: "src/entry-server.tsx" }
      : {
          input: "src/entry-client.tsx",
          output: { codeSplitting: { groups } },
        },
  },
  // The server's bundle includes its dependencies, so React is in production mode whatever NODE_ENV is.
  // Without a constant, the bundle would read the variable again and again while it renders.
  ...(isSsrBuild && { define: { "process.env.NODE_ENV": '"production"' } }),
  ssr: command === "build" ? { noExternal: true } : {},
}));

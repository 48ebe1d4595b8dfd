import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogs } from "./vite/catalogs.ts";
import { contract } from "./vite/contract.ts";
import { precompress } from "./vite/precompress.ts";
import { routeTree } from "./vite/route-tree.ts";

export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  plugins: [
    contract(),
    catalogs(),
    tanstackRouter(routeTree),
    react(),
    tailwindcss(),
    !isSsrBuild && precompress(),
  ],
  build: {
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: "es2022",
    rolldownOptions: { input: isSsrBuild ? "src/entry-server.tsx" : "src/entry-client.tsx" },
  },
  // The server's bundle stands alone: React in production mode whatever NODE_ENV says at run time.
  ssr: command === "build" ? { noExternal: true } : {},
}));

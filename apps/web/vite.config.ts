import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogs } from "./vite/catalogs.ts";
import { contract } from "./vite/contract.ts";
import { precompress } from "./vite/precompress.ts";
import { routeTree } from "./vite/route-tree.ts";

/** What every page needs and a release seldom changes: one file that browsers keep. */
const frame = {
  name: "frame",
  test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
};

/** What several pages share, in one file too: fifty small ones would cost a phone more than they spare. */
const shared = {
  name: "shared",
  minShareCount: 2,
  test: /apps\/web\/src\/(ui|lib|features|routes\/[^?]*$|route-tree|router|entry-client)|packages\/contract|lucide-react/,
};

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
    rolldownOptions: isSsrBuild
      ? { input: "src/entry-server.tsx" }
      : { input: "src/entry-client.tsx", output: { codeSplitting: { groups: [frame, shared] } } },
  },
  // The server's bundle stands alone: React in production mode whatever NODE_ENV says at run time.
  ssr: command === "build" ? { noExternal: true } : {},
}));

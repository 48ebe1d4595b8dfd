import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogs } from "./vite/catalogs.ts";
import { sharedFiles } from "./vite/chunks.ts";
import { contract } from "./vite/contract.ts";
import { lazyParts } from "./vite/lazy-parts.ts";
import { precompress } from "./vite/precompress.ts";
import { routeTree } from "./vite/route-tree.ts";
import { serverModules } from "./vite/server-modules.ts";

/** Libraries that every page needs and few releases change: one file that browsers cache. */
const libraries = {
  name: "libraries",
  priority: 9,
  test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
};

/** The buttons to sign in with a provider, shared by the top page and the login pages. */
const signInButtons = {
  name: "sign-in-buttons",
  priority: 8,
  minShareCount: 2,
  test: /apps\/web\/src\/(features\/accounts\/(providers|components\/(social-login|provider-))|ui\/marks\/providers)/,
};

/** Own modules that more than one page needs. */
const shared = sharedFiles.map((file, place) => ({
  ...file,
  priority: sharedFiles.length - place,
  minShareCount: 2,
  test: (id: string) =>
    /apps\/web\/src\/|packages\/contract|lucide-react/.test(id) &&
    !id.includes("?") &&
    !signInButtons.test.test(id),
}));

export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  plugins: [
    contract(),
    catalogs(),
    tanstackRouter(routeTree),
    lazyParts(),
    react(),
    tailwindcss(),
    isSsrBuild ? serverModules() : precompress(),
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
          output: { codeSplitting: { groups: [libraries, signInButtons, ...shared] } },
        },
  },
  // The server's bundle includes its dependencies, so React is in production mode whatever NODE_ENV is.
  // Without a constant, the bundle would read the variable again and again while it renders.
  ...(isSsrBuild && { define: { "process.env.NODE_ENV": '"production"' } }),
  ssr: command === "build" ? { noExternal: true } : {},
}));

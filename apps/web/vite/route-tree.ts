import { profileRoute, publicRoutes } from "../src/lib/page/public-routes.ts";

/** The options with which the router's plugin generates the route tree from src/routes. */
export const routeTree = {
  target: "react",
  routesDirectory: "./src/routes",
  generatedRouteTree: "./src/route-tree.gen.ts",
  routeFileIgnorePattern: "\\.test\\.tsx?$",
  autoCodeSplitting: true,
  codeSplittingOptions: {
    // The frame of all pages and the profile page are not separate chunks. The loaders of public pages are in
    // the shell's chunk, so that following a link to such a page fetches its data and its code at the same
    // time: by default (undefined), the router's plugin splits off components, but not loaders.
    splitBehavior: ({ routeId }: { routeId: string }) => {
      if (routeId === "/$locale" || routeId === profileRoute) return [];
      return publicRoutes.includes(routeId)
        ? undefined
        : [["loader", "component", "errorComponent", "notFoundComponent"]];
    },
  },
  addExtensions: true,
  quoteStyle: "double",
  semicolons: true,
  disableLogging: true,
} as const;

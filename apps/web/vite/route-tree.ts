import { profileRoute, publicRoutes } from "../src/lib/page/public-routes.ts";

/** The options with which the router's plugin generates the route tree from src/routes. */
export const routeTree = {
  target: "react",
  routesDirectory: "./src/routes",
  generatedRouteTree: "./src/route-tree.gen.ts",
  routeFileIgnorePattern: "\\.test\\.tsx?$",
  autoCodeSplitting: true,
  codeSplittingOptions: {
    // The components around every page and that of profiles are not separate chunks. The loaders of public pages stay with
    // the shell, so that a link to such a page fetches data and code at the same time.
    splitBehavior: ({ routeId }: { routeId: string }) => {
      if (routeId === "/$locale" || routeId === profileRoute) return [];
      return publicRoutes.includes(routeId)
        ? undefined
        : [["loader", "component", "errorComponent"]];
    },
  },
  addExtensions: true,
  quoteStyle: "double",
  semicolons: true,
  disableLogging: true,
} as const;

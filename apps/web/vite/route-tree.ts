/** The options with which the router's plugin generates the route tree from src/routes. */
export const routeTree = {
  target: "react",
  routesDirectory: "./src/routes",
  generatedRouteTree: "./src/route-tree.gen.ts",
  routeFileIgnorePattern: "\\.test\\.tsx?$",
  autoCodeSplitting: true,
  codeSplittingOptions: {
    // What surrounds every page is no chunk of its own.
    splitBehavior: ({ routeId }: { routeId: string }) => (routeId === "/$locale" ? [] : undefined),
  },
  addExtensions: true,
  quoteStyle: "double",
  semicolons: true,
  disableLogging: true,
} as const;

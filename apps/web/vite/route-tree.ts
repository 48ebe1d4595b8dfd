/** How the route tree is made from the files in src/routes; shared by Vite and generate.ts. */
export const routeTree = {
  target: "react",
  routesDirectory: "./src/routes",
  generatedRouteTree: "./src/route-tree.gen.ts",
  routeFileIgnorePattern: "\\.test\\.tsx?$",
  autoCodeSplitting: true,
  addExtensions: true,
  quoteStyle: "double",
  semicolons: true,
  disableLogging: true,
} as const;

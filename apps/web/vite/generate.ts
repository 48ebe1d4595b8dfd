// Writes what the type checker needs and git does not keep: the route tree and the text keys.
import { resolve } from "node:path";
import { Generator, getConfig } from "@tanstack/router-generator";
import { checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";
import { routeTree } from "./route-tree.ts";

const root = resolve(import.meta.dirname, "..");
await new Generator({ config: getConfig(routeTree, root), root }).run();

const catalogs = readCatalogs(resolve(root, "src/locales"));
writeTypes(catalogs, resolve(root, "src/locales.gen.ts"));
const problems = checkCatalogs(catalogs);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}

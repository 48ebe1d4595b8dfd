import type { Plugin } from "vite";

const routerImport = /import \{ lazyRouteComponent \} from ["']@tanstack\/react-router["'];?/;
const ownImport = 'import { createLazyPart as lazyRouteComponent } from "#lib/page/lazy-part.tsx";';

/**
 * Replaces the router's lazy components by those of lib/page/lazy-part.tsx where the router's plugin
 * splits the routes. Fails the build if a new version of the plugin writes its import in another way.
 */
export function lazyParts(): Plugin {
  let changedModules = 0;
  return {
    name: "toibako:lazy-parts",
    apply: "build",
    enforce: "pre",
    transform(code) {
      if (!routerImport.test(code)) return undefined;
      changedModules++;
      return code.replace(routerImport, ownImport);
    },
    buildEnd(error) {
      if (!error && changedModules === 0) this.error("No lazy component of a route was found.");
    },
  };
}

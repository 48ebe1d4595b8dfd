import type { Plugin } from "vite";

const theirs = /import \{ lazyRouteComponent \} from ["']@tanstack\/react-router["'];?/;
const ours = 'import { lazyPart as lazyRouteComponent } from "#lib/lazy-part.tsx";';

/**
 * Fetches the parts of pages by our own hand, where the router's plugin divides the routes. A
 * router that writes its import in another way fails the build instead of going its own way.
 */
export function lazyParts(): Plugin {
  let changed = 0;
  return {
    name: "toibako:lazy-parts",
    apply: "build",
    enforce: "pre",
    transform(code) {
      if (!theirs.test(code)) return undefined;
      changed++;
      return code.replace(theirs, ours);
    },
    buildEnd(error) {
      if (!error && changed === 0) this.error("No part of a page was found to fetch by itself.");
    },
  };
}

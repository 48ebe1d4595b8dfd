import type { Plugin } from "vite";

const theirs = /import \{ lazyRouteComponent \} from ["']@tanstack\/react-router["'];?/;
const ours = 'import { lazyPart as lazyRouteComponent } from "#lib/lazy-part.tsx";';

/** Fetches the parts of pages by our own hand, where the router's plugin divides the routes. */
export function lazyParts(): Plugin {
  return {
    name: "toibako:lazy-parts",
    apply: "build",
    enforce: "pre",
    transform: (code) => (theirs.test(code) ? code.replace(theirs, ours) : undefined),
  };
}

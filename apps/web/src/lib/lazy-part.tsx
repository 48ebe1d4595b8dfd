import { type ComponentType, use } from "react";

type Module = Record<string, ComponentType<object>>;

/**
 * A page's part that is fetched when it is needed, in place of the router's own: that one loads the
 * whole page anew on a failure, which offline leaves nothing but the browser's own error page.
 *
 * @public Imported by what vite/lazy-parts.ts writes into the routes.
 */
export function lazyPart(fetch: () => Promise<Module>, name: string) {
  let Component: ComponentType<object> | undefined;
  let coming: Promise<void> | undefined;

  function preload(): Promise<void> {
    coming ??= fetch().then(
      (module) => {
        Component = module[name];
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, outside of rendering
  function Part(props: object) {
    if (!Component) use(preload());
    return Component && <Component {...props} />;
  }
  return Object.assign(Part, { preload });
}

/** How browsers say that a script can't be had: no network, or a release has replaced it. */
const missing =
  /^(Failed to fetch dynamically|error loading dynamically) imported module|^Importing a module script failed/;

export function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && missing.test(error.message);
}

import { type ComponentType, use } from "react";

type Module = Record<string, ComponentType<object>>;

/**
 * Creates a lazily loaded component of a route. The router's own lazy component would reload the page when
 * loading fails; on an offline device, the browser would then show its error page.
 * @public Imported by the code that vite/route-tree.ts writes into the routes.
 */
export function createLazyPart(fetch: () => Promise<Module>, name: string) {
  let Component: ComponentType<object> | undefined;
  let loading: Promise<void> | undefined;

  function preload(): Promise<void> {
    loading ??= fetch().then(
      (module) => {
        Component = module[name];
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, outside of rendering
  function Part(props: object) {
    if (!Component) use(preload());
    return Component && <Component {...props} />;
  }
  return Object.assign(Part, { preload });
}

/**
 * Matches the messages of Chromium, Firefox and Safari for a script that can't be loaded, because the device
 * is offline or a new release has replaced the script.
 */
const missingScriptPattern =
  /^(Failed to fetch dynamically|error loading dynamically) imported module|^Importing a module script failed/;

export function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && missingScriptPattern.test(error.message);
}

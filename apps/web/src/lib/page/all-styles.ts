import href from "../../styles.css?url";

let loading: Promise<void> | undefined;

/**
 * Loads the whole style sheet, unless the page has loaded it already. For visitors, public pages load only the
 * rules that they use (vite/visitor-styles.ts). Whatever opens from there first waits for the whole style sheet.
 */
export function loadAllStyles(): Promise<void> {
  loading ??= insertStyles().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function insertStyles(): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    // `isMissingScript` matches this message, so that the error page looks for a new release.
    link.onerror = () =>
      reject(new TypeError(`Failed to fetch dynamically imported module: ${href}`));
    document.head.append(link);
    // An element whose style sheet failed to load has no `sheet`. The next attempt inserts a new one.
  }).finally(() => link.sheet ?? link.remove());
}

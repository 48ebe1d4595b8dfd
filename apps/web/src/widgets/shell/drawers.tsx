import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { loadOverlay } from "#ui/overlays/overlay.tsx";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const menuModule = defineLazyModule(async () => (await import("./menu-drawer.tsx")).MenuDrawer);
const accountsModule = defineLazyModule(
  async () => (await import("./account-drawer.tsx")).AccountDrawer,
);

/** The site's menu. Its code is loaded when it opens for the first time. */
export function MenuDrawer(props: DrawerProps) {
  const closeAfterFailure = () => props.onOpenChange(false);
  const Content = useLazyModule(menuModule, props.open, closeAfterFailure);
  return Content && <Content {...props} />;
}

/** The accounts of this browser. Its code is loaded when it opens for the first time. */
export function AccountDrawer(props: DrawerProps) {
  const closeAfterFailure = () => props.onOpenChange(false);
  const Content = useLazyModule(accountsModule, props.open, closeAfterFailure);
  return Content && <Content {...props} />;
}

/** Loads the code of the menu before it opens: on hover, focus or touch. */
export const loadMenuDrawer = () => loadDrawer(menuModule.load);

/** Loads the code of the list of accounts before it opens: on hover, focus or touch. */
export const loadAccountDrawer = () => loadDrawer(accountsModule.load);

function loadDrawer(load: () => Promise<unknown>) {
  loadOverlay();
  // If the code can't be loaded, opening the drawer tries again and reports a failure.
  void load().catch(() => undefined);
}

import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { loadOverlay } from "#ui/overlays/overlay.tsx";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const menu = lazyModule(async () => (await import("./menu-drawer.tsx")).MenuDrawer);
const accounts = lazyModule(async () => (await import("./account-drawer.tsx")).AccountDrawer);

/** The site's menu. Its code is loaded when it opens for the first time. */
export function MenuDrawer(props: DrawerProps) {
  const Content = useLazyModule(menu, props.open, () => props.onOpenChange(false));
  return Content && <Content {...props} />;
}

/** The accounts of this browser. Its code is loaded when it opens for the first time. */
export function AccountDrawer(props: DrawerProps) {
  const Content = useLazyModule(accounts, props.open, () => props.onOpenChange(false));
  return Content && <Content {...props} />;
}

/** Load the code of a drawer before it opens: on hover, focus or touch. */
export const loadMenu = () => loadDrawer(menu.load);
export const loadAccounts = () => loadDrawer(accounts.load);

function loadDrawer(load: () => Promise<unknown>) {
  loadOverlay();
  // If the code can't be loaded, opening the drawer tries again and reports a failure.
  void load().catch(() => undefined);
}

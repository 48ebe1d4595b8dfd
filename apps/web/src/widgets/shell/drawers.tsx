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

/** The signed-in account and how to sign in with another one, loaded in the same way. */
export function AccountDrawer(props: DrawerProps) {
  const Content = useLazyModule(accounts, props.open, () => props.onOpenChange(false));
  return Content && <Content {...props} />;
}

/** Load the code of a drawer before it is needed, on hover or focus, or with the press. */
export const loadMenu = () => loadDrawer(menu.load);
export const loadAccounts = () => loadDrawer(accounts.load);

function loadDrawer(load: () => Promise<unknown>) {
  loadOverlay();
  // What can't be loaded now is reported when the drawer opens.
  void load().catch(() => undefined);
}

import {
  type ComponentProps,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import type { Slot } from "./render-as.ts";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** An entry acts, or leads somewhere by a link element such as `<Link to="…" />`. */
  onSelect?: () => void;
  render?: Slot;
};

export type MenuProps = {
  /** The button that opens it, usually an `IconButton`. */
  trigger: ReactElement<ComponentProps<"button">>;
  entries: readonly MenuEntry[];
};

const load = () => import("./menu-popup.tsx");
const Popup = lazy(() => load().then((module) => ({ default: module.MenuPopup })));
const loadEarly = () => void load();

/** A few actions behind one button. The code comes when somebody reaches for it. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: loadEarly,
    onFocus: loadEarly,
    onClick: () => setWanted(true),
  });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Popup {...props} />
    </Suspense>
  );
}

import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { RenderedElement } from "#ui/render-as.ts";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  isDangerous?: boolean;
  disabled?: boolean;
  /** The action of the entry; an entry has either an action or a link. */
  onSelect?: () => void;
  /** Returns the element that gets the focus after the action, in place of the button that opened the menu. */
  focusAfter?: () => HTMLElement | null;
  /** A link, such as `<Link to="…" />`. */
  render?: RenderedElement;
};

export type MenuProps = {
  /** The button that opens the menu, usually an `IconButton`. */
  trigger: ReactElement<ComponentProps<"button">>;
  /** Called only while the menu is open: a page has many menus, and most stay closed. */
  entries: () => readonly MenuEntry[];
};

const popup = defineLazyModule(async () => (await import("./menu-popup.tsx")).MenuPopup);
const loadEarly = () => void popup.load().catch(() => undefined);

/** A few actions behind one button. Its code is loaded on hover, focus or press. */
export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const Popup = useLazyModule(popup, isWanted, () => setIsWanted(false));
  const closedTrigger = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: loadEarly,
    onFocus: loadEarly,
    onClick: () => setIsWanted(true),
  });
  return isWanted && Popup ? <Popup {...props} /> : closedTrigger;
}

import { cloneElement, type ReactElement, type ReactNode } from "react";
import { cx } from "./cx.ts";

/** An element that lends its behaviour (a router link, say) while the part gives it its looks. */
export type Slot = ReactElement<{ className?: string; children?: ReactNode }>;

/** Dresses `slot` in a part's class and content; the slot's own props win, classes are joined. */
export function renderAs(
  slot: Slot,
  props: { className: string; children: ReactNode } & Record<string, unknown>,
): ReactElement {
  return cloneElement(slot, {
    ...props,
    ...slot.props,
    className: cx(props.className, slot.props.className),
    children: props.children,
  });
}

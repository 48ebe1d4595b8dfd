import { cloneElement, type ReactElement, type ReactNode } from "react";
import { cx } from "./cx.ts";

/** An element, such as a router link, that a component renders with its own class and content. */
export type Slot = ReactElement<{ className?: string; children?: ReactNode }>;

/** Adds `props` to `slot`. The slot's own props have precedence, except `children`; the classes are joined. */
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

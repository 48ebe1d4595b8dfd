import { cloneElement, type ReactElement, type ReactNode } from "react";
import { cx } from "./cx.ts";

/** An element, such as a router link, that a component renders with its own class and content. */
export type RenderedElement = ReactElement<{ className?: string; children?: ReactNode }>;

/** Adds `props` to `element`. Its own props have precedence, except `children`; the classes are joined. */
export function renderAs(
  element: RenderedElement,
  props: { className: string; children: ReactNode } & Record<string, unknown>,
): ReactElement {
  return cloneElement(element, {
    ...props,
    ...element.props,
    className: cx(props.className, element.props.className),
    children: props.children,
  });
}

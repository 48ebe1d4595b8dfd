// In the server's bundle, this takes the place of lucide-react's Icon (../server-modules.ts).
import Original from "lucide-react/dist/esm/Icon.mjs";
import { createElement, type ForwardedRef, forwardRef, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

interface IconProps {
  /** The icon's drawing; one object for all uses of the icon. */
  icon: object;
  children?: unknown;
}

type Drawing = ReactElement<{ children?: unknown }>;

/** lucide-react's component, as a function. */
const draw = (Original as { render: (props: IconProps, ref: unknown) => Drawing }).render;

const drawings = new WeakMap<object, Map<string, Drawing>>();

/**
 * Draws an icon in the same HTML as lucide-react. Its attributes and content are prepared once, because
 * React would create and escape every path of every icon in every page.
 */
function Icon({ icon, ...props }: IconProps, ref: ForwardedRef<SVGSVGElement>) {
  if (props.children !== undefined) return draw({ icon, ...props }, ref);
  const drawingsOfIcon = drawings.get(icon) ?? new Map<string, Drawing>();
  drawings.set(icon, drawingsOfIcon);
  const key = JSON.stringify(props);
  const drawing = drawingsOfIcon.get(key) ?? prepare(draw({ icon, ...props }, ref));
  drawingsOfIcon.set(key, drawing);
  return drawing;
}

/** The same element with its content as HTML. */
function prepare(drawing: Drawing): Drawing {
  const html = renderToStaticMarkup(drawing);
  const __html = html.slice(html.indexOf(">") + 1, html.lastIndexOf("</svg>"));
  const { children: _, ...attributes } = drawing.props;
  return createElement("svg", { ...attributes, dangerouslySetInnerHTML: { __html } });
}

export default forwardRef(Icon);

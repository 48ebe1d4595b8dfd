// This module replaces lucide-react's `Icon` in the server's bundle (../server-modules.ts).
import Original from "lucide-react/dist/esm/Icon.mjs";
import { createElement, type ForwardedRef, forwardRef, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

interface IconProps {
  /** The drawing of the icon, which is the same object wherever the icon is used. */
  icon: object;
  children?: unknown;
}

type Drawing = ReactElement<{ children?: unknown }>;

/** lucide-react's component, as a function. */
const draw = (Original as { render: (props: IconProps, ref: unknown) => Drawing }).render;

const drawings = new WeakMap<object, Map<string, Drawing>>();

/**
 * Renders the same HTML as lucide-react's component. Caches the drawing of each icon with its attributes,
 * because React would otherwise create and escape every path of every icon in every page.
 */
function Icon({ icon, ...props }: IconProps, ref: ForwardedRef<SVGSVGElement>) {
  if (props.children !== undefined) return draw({ icon, ...props }, ref);
  const drawingsOfIcon = drawings.get(icon) ?? new Map<string, Drawing>();
  drawings.set(icon, drawingsOfIcon);
  const key = JSON.stringify(props);
  const drawing = drawingsOfIcon.get(key) ?? replaceContentByHtml(draw({ icon, ...props }, ref));
  drawingsOfIcon.set(key, drawing);
  return drawing;
}

/** Returns the same element with its content as a string of HTML. */
function replaceContentByHtml(drawing: Drawing): Drawing {
  const html = renderToStaticMarkup(drawing);
  const __html = html.slice(html.indexOf(">") + 1, html.lastIndexOf("</svg>"));
  const { children: _, ...attributes } = drawing.props;
  return createElement("svg", { ...attributes, dangerouslySetInnerHTML: { __html } });
}

export default forwardRef(Icon);

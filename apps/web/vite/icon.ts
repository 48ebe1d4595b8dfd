// This module replaces lucide-react's components in the build (./icons.ts).
import { createElement, type SVGProps } from "react";

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/**
 * Creates the component of an icon with this drawing. It renders the same HTML as lucide-react's, without classes that
 * name the icon and without the XML namespace, which only SVG files need.
 */
export function createIcon(__html: string) {
  return ({ size = 24, className, ...props }: IconProps) =>
    createElement("svg", {
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className,
      "aria-hidden": hasAccessibilityProp(props) ? undefined : "true",
      ...props,
      dangerouslySetInnerHTML: { __html },
    });
}

function hasAccessibilityProp(props: object): boolean {
  return Object.keys(props).some((name) => /^(aria-|role$|title$)/.test(name));
}

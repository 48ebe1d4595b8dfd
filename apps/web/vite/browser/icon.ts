// This module replaces lucide-react's components in the browser's build (../browser-build-icons.ts).
import { createElement, type SVGProps } from "react";

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/** Creates the component of an icon, which renders the same HTML as lucide-react's. */
export function createIcon(name: string, __html: string) {
  return ({ size = 24, className, ...props }: IconProps) =>
    createElement("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className: className ? `${name} ${className}` : name,
      "aria-hidden": hasAccessibilityProp(props) ? undefined : "true",
      ...props,
      dangerouslySetInnerHTML: { __html },
    });
}

function hasAccessibilityProp(props: object): boolean {
  return Object.keys(props).some((name) => /^(aria-|role$|title$)/.test(name));
}

import { icons } from "lucide-react";
import { type ComponentType, isValidElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createIcon } from "./browser/icon.ts";
import { getClassName, type IconData, renderDrawing } from "./browser-build-icons.ts";

type AnyIcon = ComponentType<Record<string, unknown>>;

/** Reads the drawing of an icon of lucide-react. */
function readDrawing(icon: unknown): IconData {
  const element = (icon as { render: (props: object) => unknown }).render({});
  if (!isValidElement<{ icon: IconData }>(element)) throw new Error("not an icon");
  return element.props.icon;
}

test("icons in the browser's build render the same HTML as those of lucide-react", () => {
  const variants = [
    {},
    { size: 20, className: "shrink-0 text-ink-2" },
    { "aria-hidden": true, strokeWidth: 2.2, fill: "currentColor" },
    { "aria-label": 'a "quoted" <label>', role: "img" },
  ];
  // Tests every tenth icon, because all of them would take seconds.
  for (const component of Object.values(icons).filter((_, index) => index % 10 === 5)) {
    const Original = component as unknown as AnyIcon;
    const data = readDrawing(component);
    const IconOfBrowserBuild = createIcon(
      getClassName(data),
      renderDrawing(data),
    ) as unknown as AnyIcon;
    for (const props of variants) {
      expect(renderToString(<IconOfBrowserBuild {...props} />)).toBe(
        renderToString(<Original {...props} />),
      );
    }
  }
});

import { icons } from "lucide-react";
import { type ComponentType, isValidElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createIcon } from "./icon.ts";
import { type IconData, renderDrawing } from "./icons.ts";

type AnyIcon = ComponentType<Record<string, unknown>>;

/** Reads the drawing of an icon of lucide-react. */
function readDrawing(icon: unknown): IconData {
  const element = (icon as { render: (props: object) => unknown }).render({});
  if (!isValidElement<{ icon: IconData }>(element)) throw new Error("not an icon");
  return element.props.icon;
}

/**
 * Removes what the icons of the build don't have: the namespace, a class attribute with only lucide's classes,
 * and these classes before others.
 */
const removeUnusedAttributes = (html: string) =>
  html
    .replace(' xmlns="http://www.w3.org/2000/svg"', "")
    .replace(/ class="lucide(?: lucide-[\w-]+)*"/, "")
    .replace(/"lucide(?: lucide-[\w-]+)* /, '"');

test("icons in the build render the same HTML as those of lucide-react, without classes that name the icon and without the XML namespace", () => {
  const variants = [
    {},
    { size: 20, className: "shrink-0 text-ink-2" },
    { "aria-hidden": true, strokeWidth: 2.2, fill: "currentColor" },
    { "aria-label": 'a "quoted" <label>', role: "img" },
  ];
  // Tests every tenth icon, because all of them would take seconds.
  for (const component of Object.values(icons).filter((_, index) => index % 10 === 5)) {
    const Original = component as unknown as AnyIcon;
    const IconOfBuild = createIcon(renderDrawing(readDrawing(component))) as unknown as AnyIcon;
    for (const props of variants) {
      const html = renderToString(<IconOfBuild {...props} />);
      expect(html).toBe(removeUnusedAttributes(renderToString(<Original {...props} />)));
    }
  }
});

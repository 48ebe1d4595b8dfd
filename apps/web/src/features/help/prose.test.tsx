// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Prose } from "./components/prose.tsx";

test("ADS-14 headings and lists need no empty lines around them", () => {
  const { container } = render(
    <Prose text={"はじめに\n## できること\n- ひとつ\n- ふたつ\nおわりに"} />,
  );
  expect([...container.children].map(({ tagName, textContent }) => [tagName, textContent])).toEqual(
    [
      ["P", "はじめに"],
      ["H2", "できること"],
      ["UL", "ひとつふたつ"],
      ["P", "おわりに"],
    ],
  );
});

test("ADMIN-09 SHELL-15 texts that try to run are shown as text", () => {
  const hostile =
    '<img src=x onerror="alert(1)">\n\n## <script>alert(1)</script>\n\n- [a](javascript:alert(1))\n\njavascript:alert(1) :: <a href="javascript:alert(1)">b</a>';
  const { container } = render(<Prose text={hostile} />);
  expect(container.querySelector("a, img, script")).toBeNull();
  expect(container.textContent).toContain('<img src=x onerror="alert(1)">');
  expect(container.textContent).toContain("[a](javascript:alert(1))");
});

// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Badge } from "./badge.tsx";

test.each([
  [-1, ""],
  [0, ""],
  [1, "1"],
  [10, "10"],
  [11, "10+"],
  [4000, "10+"],
])("SHELL-22 the badge for a count of %i shows '%s'", (count, shown) => {
  const { container } = render(<Badge count={count} />);
  expect(container.textContent).toBe(shown);
});

test("SHELL-22 a word replaces the count", () => {
  const { container } = render(<Badge count={0} text="New" />);
  expect(container.textContent).toBe("New");
});

test("SHELL-22 a spoken label hides the bare number from screen readers", () => {
  const { getByText } = render(<Badge count={3} label="3 unread" />);
  expect(getByText("3").getAttribute("aria-hidden")).toBe("true");
  expect(getByText("3 unread").className).toBe("sr-only");
});

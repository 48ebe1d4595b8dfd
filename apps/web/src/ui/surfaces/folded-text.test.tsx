// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "#lib/testing/page.tsx";
import { FoldedText } from "./folded-text.tsx";
import { Letter } from "./letter.tsx";

test("a text of 4,998 line breaks takes a few lines, and isn't folded", async () => {
  const page = await openPage();
  page.show(<FoldedText text={`a${"\n".repeat(4998)}b`} />);
  expect(screen.getByText(/^a/).textContent).toBe("a\n\n\nb");
  expect(screen.queryByText("Read more")).toBeNull();
});

test("a letter of many lines is clamped, and a button shows the rest", async () => {
  const page = await openPage();
  page.show(<Letter seal="now" text={Array(2500).fill("a").join("\n")} heading={1} />);
  expect(screen.getByRole("heading", { level: 1 }).className).toContain("line-clamp");
  expect(screen.getByText("Read more")).toBeTruthy();
});

test("a letter that the reader has opened is shown as a whole", async () => {
  const page = await openPage();
  page.show(<Letter seal="now" text={Array(60).fill("a").join("\n")} heading={1} isWhole />);
  expect(screen.getByRole("heading", { level: 1 }).className).not.toContain("line-clamp");
});

test("the direction of a text follows its own letters", () => {
  render(<Letter seal="now" text="مرحبا" heading={2} />);
  expect(screen.getByRole("heading", { level: 2 }).dir).toBe("auto");
});

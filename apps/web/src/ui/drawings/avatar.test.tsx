// @vitest-environment happy-dom
import { fireEvent, render } from "@testing-library/react";
import { avatars, findDefaultAvatar } from "@toibako/contract/avatars.ts";
import { expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

test("FEEL-07 a handle has the same drawing in every letter case, and 500 handles use all drawings", () => {
  expect(findDefaultAvatar("Yui_Cafe")).toBe(findDefaultAvatar("yui_cafe"));
  const drawings = Array.from({ length: 500 }, (_, index) => findDefaultAvatar(`person${index}`));
  expect(new Set(drawings).size).toBe(avatars.length);
});

test("FEEL-07 a picture that fails to load is replaced by the drawing of its handle", () => {
  const { container } = render(<Avatar seed="yui_cafe" src="/gone.png" label="Yui" />);
  const getShownAddress = () => container.querySelector("img")?.getAttribute("src");
  expect(getShownAddress()).toBe("/gone.png");
  fireEvent.error(container.querySelector("img") as Element);
  expect(getShownAddress()).toBe(`/avatars/${findDefaultAvatar("yui_cafe")}.svg`);
  expect(container.textContent).toBe("Yui");
});

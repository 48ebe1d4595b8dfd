// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

afterEach(cleanup);

const face = (seed: string) => render(<Avatar seed={seed} />).container.innerHTML;

test("the same handle always has the same face, and a hundred handles have at least 90 faces", () => {
  expect(face("yui_cafe")).toBe(face("yui_cafe"));
  const faces = Array.from({ length: 100 }, (_, index) => face(`person${index}`));
  expect(new Set(faces).size).toBeGreaterThanOrEqual(90);
});

test("a picture that fails to load is replaced by the drawn face", () => {
  const { container } = render(<Avatar seed="yui_cafe" src="/gone.png" label="Yui" />);
  expect(container.querySelector("svg")).toBeNull();
  fireEvent.error(container.querySelector("img") as Element);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector("svg")).not.toBeNull();
  expect(container.textContent).toBe("Yui");
});

// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { PasswordInput } from "./password-input.tsx";
import { Textarea } from "./textarea.tsx";

/** The text that describes a control. */
function readDescription(control: HTMLElement) {
  return document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent;
}

test("a field connects its label and hint to its control", () => {
  render(
    <Field label="ID" hint="Letters and digits">
      <Input />
    </Field>,
  );
  expect(readDescription(screen.getByLabelText("ID"))).toBe("Letters and digits");
});

test("a field shows its error in place of the hint, and connects it to its control", () => {
  render(
    <Field label="ID" hint="Letters and digits" error="Taken" required>
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText("ID");
  expect(readDescription(input)).toBe("Taken");
  expect(screen.queryByText("Letters and digits")).toBeNull();
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-required")).toBe("true");
});

test("a field without error is not invalid", () => {
  render(
    <Field label="Name">
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText("Name");
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});

test("a button shows the password", () => {
  render(
    <Field label="Password">
      <PasswordInput showLabel="Show" hideLabel="Hide" />
    </Field>,
  );
  const input = screen.getByLabelText("Password");
  expect(input.getAttribute("type")).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(input.getAttribute("type")).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(input.getAttribute("type")).toBe("password");
});

test("the counter appears near the limit and counts user-perceived characters", () => {
  render(<Textarea aria-label="Text" limit={10} remainingLabel={(left) => `${left} left`} />);
  const typeText = (value: string) =>
    fireEvent.change(screen.getByLabelText("Text"), { target: { value } });
  typeText("👨‍👩‍👧".repeat(8));
  expect(screen.queryByText(/left/)).toBeNull();
  typeText("👨‍👩‍👧".repeat(9));
  expect(screen.getByText("1 left")).toBeDefined();
  typeText("a".repeat(12));
  expect(screen.getByText("-2 left")).toBeDefined();
});

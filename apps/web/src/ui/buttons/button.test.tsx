// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { LikeButton } from "./like-button.tsx";

test("a pending button shows its pending state and ignores presses and submits", () => {
  const press = vi.fn();
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <Button type="submit" isPending pendingLabel="Sending…" onClick={press}>
        Send
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Sending…" });
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(button.hasAttribute("disabled")).toBe(false);
});

test("a link can look like a button", () => {
  render(<Button render={<a href="/ja/box">…</a>}>Inbox</Button>);
  const link = screen.getByRole("link", { name: "Inbox" });
  expect(link.getAttribute("href")).toBe("/ja/box");
  expect(link.className).toContain("bg-brand-fill");
});

test("a like button has aria-pressed and ignores presses while it is pending", () => {
  const toggle = vi.fn();
  const view = render(<LikeButton count={1290} isPressed label="Like" onToggle={toggle} />);
  const like = screen.getByRole("button", { pressed: true });
  expect(like.textContent).toBe("1,290Like");
  fireEvent.click(like);
  view.rerender(
    <LikeButton count={1289} isPressed={false} label="Like" onToggle={toggle} isPending />,
  );
  fireEvent.click(screen.getByRole("button", { pressed: false }));
  expect(toggle).toHaveBeenCalledTimes(1);
});

test("a like button without an action shows only the count", () => {
  render(<LikeButton count={3} isPressed={false} label="Likes" />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("3")).toBeDefined();
});

test("only a like that is pressed here moves, not one that was there", () => {
  const show = (isPressed: boolean) => (
    <LikeButton count={1} isPressed={isPressed} label="Like" onToggle={() => {}} />
  );
  const view = render(show(false));
  const isMoving = () => view.container.querySelector("[data-scraps]") !== null;
  view.rerender(show(true));
  expect(isMoving()).toBe(false);
  view.rerender(show(false));
  fireEvent.click(screen.getByRole("button"));
  view.rerender(show(true));
  expect(isMoving()).toBe(true);
});

// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "#ui/buttons/button.tsx";
import { Menu } from "./menu.tsx";

test("the first press opens the menu, and pressing an entry acts once and closes the menu", async () => {
  const share = vi.fn();
  render(
    <Menu
      trigger={<Button>More</Button>}
      entries={() => [
        { key: "share", label: "Share", onSelect: share },
        { key: "help", label: "Help", render: <a href="/ja/hp">…</a> },
      ]}
    />,
  );
  const trigger = screen.getByRole("button", { name: "More" });
  expect(trigger.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(trigger);

  const entry = await screen.findByRole("menuitem", { name: "Share" });
  expect(screen.getByRole("menuitem", { name: "Help" }).getAttribute("href")).toBe("/ja/hp");
  await act(async () => {
    fireEvent.click(entry);
  });
  expect(share).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("menuitem")).toBeNull();
});

// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { FullscreenLoader } from "#ui/feedback/loader.tsx";
import { ToastProvider } from "#ui/feedback/toast.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, Drawer, Sheet } from "./overlay.tsx";

async function showConfirm(onConfirm: () => Promise<void>) {
  const onOpenChange = vi.fn();
  render(
    <ToastProvider closeLabel="Close">
      <ConfirmDialog
        open
        onOpenChange={onOpenChange}
        title="Delete the answer?"
        confirmLabel="Delete"
        processingLabel="Deleting…"
        cancelLabel="Keep"
        onConfirm={onConfirm}
        failureText="Not deleted."
      >
        It can't be brought back.
      </ConfirmDialog>
    </ToastProvider>,
  );
  await screen.findByText("Delete");
  return onOpenChange;
}

test("SHELL-20 a confirmation dialog shows that it is working and ignores further clicks", async () => {
  let finish = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const onOpenChange = await showConfirm(work);

  const confirm = screen.getByText("Delete");
  await act(async () => {
    fireEvent.click(confirm);
    fireEvent.click(confirm);
  });
  const processing = screen.getByText("Deleting…");
  await act(async () => {
    fireEvent.click(processing);
    fireEvent.click(screen.getByText("Keep"));
    fireEvent.keyDown(processing, { key: "Escape" });
  });
  expect(work).toHaveBeenCalledTimes(1);
  expect(onOpenChange).not.toHaveBeenCalled();

  await act(async () => finish());
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

test("SHELL-20 a confirmation above a sheet has a scrim of its own", async () => {
  render(
    <Sheet open onOpenChange={() => {}} title="Ask" closeLabel="Close">
      <ConfirmDialog
        open
        onOpenChange={() => {}}
        title="Discard the question?"
        confirmLabel="Discard"
        processingLabel="Discard"
        cancelLabel="Keep"
        onConfirm={() => {}}
      />
    </Sheet>,
  );
  await screen.findByText("Discard the question?");
  expect(document.querySelectorAll(".bg-scrim")).toHaveLength(2);
});

test("SHELL-20 after a failure a confirmation dialog stays open and can be confirmed again", async () => {
  const work = vi.fn(() => Promise.reject(new Error("offline")));
  const onOpenChange = await showConfirm(work);
  await act(async () => fireEvent.click(screen.getByText("Delete")));
  await act(async () => fireEvent.click(screen.getByText("Delete")));
  expect(work).toHaveBeenCalledTimes(2);
  expect(onOpenChange).not.toHaveBeenCalled();
});

test("SHELL-20 SHELL-16 a failure is shown in the dialog until a later attempt succeeds", async () => {
  let isOnline = false;
  const onOpenChange = await showConfirm(async () => {
    if (!isOnline) throw new Error("offline");
  });
  await act(async () => fireEvent.click(screen.getByText("Delete")));
  expect(screen.getByText("Not deleted.")).toBeDefined();
  isOnline = true;
  await act(async () => fireEvent.click(screen.getByText("Delete")));
  expect(screen.queryByText("Not deleted.")).toBeNull();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

test("SHELL-24 a confirmation dialog is described by its text", async () => {
  await showConfirm(async () => {});
  const dialog = screen.getByRole("alertdialog", { name: "Delete the answer?" });
  const description = document.getElementById(dialog.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toBe("It can't be brought back.");
});

test("SHELL-20 a confirmation dialog can be cancelled", async () => {
  const onOpenChange = await showConfirm(async () => {});
  await act(async () => fireEvent.click(screen.getByText("Keep")));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

const parts = ["drawer", "loader", "modal", "accounts"] as const;
type Part = (typeof parts)[number];
type Shown = Record<Part, boolean>;

function AllOverlays() {
  const [shown, setShown] = useState<Shown>({
    drawer: false,
    loader: false,
    modal: false,
    accounts: false,
  });
  const set = (part: Part) => (open: boolean) => setShown((all) => ({ ...all, [part]: open }));
  return (
    <>
      {parts.map((part) => (
        <button type="button" key={part} data-testid={part} onClick={() => set(part)(!shown[part])}>
          {part}
        </button>
      ))}
      <Drawer open={shown.drawer} onOpenChange={set("drawer")} title="the drawer" />
      <FullscreenLoader open={shown.loader} label="the loader" />
      <Dialog open={shown.modal} onOpenChange={set("modal")} title="the modal" />
      <Sheet open={shown.accounts} onOpenChange={set("accounts")} title="the accounts" />
    </>
  );
}

test("SHELL-21 drawer, loader, modal and account list open and close independently", async () => {
  render(<AllOverlays />);
  const toggle = (part: Part) =>
    act(async () => {
      fireEvent.click(screen.getByTestId(part));
    });
  const listVisibleParts = () => parts.filter((part) => screen.queryByText(`the ${part}`));

  expect(listVisibleParts()).toEqual([]);
  for (const [index, part] of parts.entries()) {
    await toggle(part);
    await screen.findByText(`the ${part}`);
    expect(listVisibleParts()).toEqual(parts.slice(0, index + 1));
  }
  for (const [index, part] of parts.entries()) {
    await toggle(part);
    expect(listVisibleParts()).toEqual(parts.slice(index + 1));
  }
});

test("SHELL-24 a dialog with a form opens with the focus in the first field, another with the focus on its first button", async () => {
  const { rerender } = render(
    <Dialog open onOpenChange={() => {}} title="Form" closeLabel="Close">
      <form>
        <input type="hidden" name="token" />
        <input aria-label="Name" />
      </form>
    </Dialog>,
  );
  const field = await screen.findByLabelText("Name");
  await waitFor(() => expect(document.activeElement).toBe(field));
  rerender(<Dialog key="other" open onOpenChange={() => {}} title="Text" closeLabel="Close" />);
  await waitFor(() => expect(document.activeElement?.getAttribute("title")).toBe("Close"));
});

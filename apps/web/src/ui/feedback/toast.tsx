import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";
import { ToastItem } from "./toast-item.tsx";
import { durations, type Toast, ToastContext, type Toasts } from "./toasts.ts";

type ToastProviderProps = {
  children: ReactNode;
  /** Spoken name of a message's close button. */
  closeLabel: string;
};

export function ToastProvider({ children, closeLabel }: ToastProviderProps) {
  const [list, setList] = useState<Toast[]>([]);
  const [isAtTop, setIsAtTop] = useState(false);
  const nextId = useRef(0);

  const toasts = useMemo<Toasts>(() => {
    const dismiss = (topic: string) =>
      setList((current) => current.filter((toast) => toast.topic !== topic));
    const add = (toast: Omit<Toast, "id">) => {
      const id = nextId.current++;
      // At most one message is shown at a time. News don't replace an error, or what can still be undone.
      setList((current) => {
        const isKept = current.some(
          ({ type, look, action }) => type === "error" || (look === "toast" && action),
        );
        return isKept && toast.look === "bar" && toast.type === "notice"
          ? current
          : [{ ...toast, id }];
      });
      setIsAtTop(isLowOnScreen(document.activeElement));
    };
    return {
      dismiss,
      showBar: (type, text, { duration = durations.bar, topic, action } = {}) =>
        add({ type, text, duration, topic, action, look: "bar" }),
      showToast: (text, { type = "notice", duration = durations.toast, topic, action } = {}) =>
        add({ type, text, duration, topic, action, look: "toast" }),
    };
  }, []);
  const remove = useCallback(
    (id: number) => setList((current) => current.filter((toast) => toast.id !== id)),
    [],
  );

  const renderRegion = (role: "alert" | "status") => (
    // Rendered even if it is empty: screen readers announce only changes of regions that were in the page before.
    <div
      role={role}
      aria-live={role === "alert" ? "assertive" : "polite"}
      className="grid max-w-full [justify-items:inherit]"
    >
      {list
        .filter(({ type }) => role === (type === "error" ? "alert" : "status"))
        .map((toast) => (
          <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} onGone={remove} />
        ))}
    </div>
  );
  return (
    <ToastContext value={toasts}>
      {children}
      <div
        data-at-top={isAtTop || undefined}
        className={cx("pointer-events-none fixed inset-x-0 z-50 grid px-4", positionClass)}
      >
        {renderRegion("alert")}
        {renderRegion("status")}
      </div>
    </ToastContext>
  );
}

/** The height at the lower edge of the screen that a message and the navigation can cover, in pixels. */
const coveredHeight = 160;

/** Whether a message at the bottom would cover the element, such as a pressed button and the row it is in. */
function isLowOnScreen(element: Element | null): boolean {
  if (!element || element === document.body) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > window.innerHeight - coveredHeight && top < window.innerHeight;
}

// Where toasts and bars are shown:
// - On phones at the bottom, above the navigation; while a drawer is open, at the bottom too.
// - While a dialog or a sheet is open, at the top, because these have their buttons at the bottom.
// - At the top also while the reader is at a row at the bottom, which the message would cover.
// - At the top too on a page that fills the screen, which has its input at the bottom.
// - On wide screens in the right corner at the bottom; while a modal is open, on the left.
const positionClass = cx(
  "data-at-top:max-md:top-[calc(var(--bar)+0.5rem+env(safe-area-inset-top))] data-at-top:max-md:bottom-auto!",
  "bottom-[calc(var(--nav)+0.5rem+var(--floating,0px)+var(--foot,0px)+env(safe-area-inset-bottom))] justify-items-center md:bottom-[calc(1.5rem+var(--floating,0px)+var(--foot,0px))] md:justify-items-end",
  "in-[:root:has([data-full-screen])]:max-md:top-[calc(4rem+env(safe-area-inset-top))] in-[:root:has([data-full-screen])]:max-md:bottom-auto!",
  "in-[:root:has([data-modal][data-open])]:max-md:bottom-[calc(0.5rem+env(safe-area-inset-bottom))]",
  "in-[:root:has([data-modal][data-open]:not([data-modal=drawer]))]:top-[calc(0.5rem+env(safe-area-inset-top))] in-[:root:has([data-modal][data-open]:not([data-modal=drawer]))]:bottom-auto!",
  "in-[:root:has([data-modal][data-open])]:md:justify-items-start",
);

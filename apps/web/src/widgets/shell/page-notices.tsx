import { useEffect } from "react";
import { type ToastType, useToasts } from "#ui/feedback/toasts.ts";

/**
 * Shows as a toast, once, what the server wrote into the page:
 * `<meta name="toibako-notice" content="text" data-type="error">`. The entry removed `?notice=…`
 * from the address, so a reload shows nothing.
 */
export function PageNotices() {
  const toasts = useToasts();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="toibako-notice"]')) {
      toasts.show(readToastType(meta.dataset.type), meta.content);
      meta.remove();
    }
  }, [toasts]);
  return null;
}

function readToastType(name = ""): ToastType {
  return name === "error" || name === "success" || name === "warning" ? name : "notice";
}

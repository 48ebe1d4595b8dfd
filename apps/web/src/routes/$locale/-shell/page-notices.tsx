import { useEffect } from "react";
import { type ToastType, useToasts } from "#ui/toasts.ts";

/**
 * Shows what the server wrote into the page for its reader, once:
 * `<meta name="toibako-notice" content="text" data-type="error">`.
 */
export function PageNotices() {
  const toasts = useToasts();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="toibako-notice"]')) {
      toasts.show(typeOf(meta.dataset.type), meta.content);
      meta.remove();
    }
  }, [toasts]);
  return null;
}

function typeOf(name = ""): ToastType {
  return name === "error" || name === "success" || name === "warning" ? name : "notice";
}

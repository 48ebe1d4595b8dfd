import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { type ToastType, useToasts } from "#ui/toasts.ts";

/**
 * Shows what the server wrote into the page for its reader, once:
 * `<meta name="toibako-notice" content="text" data-type="error">`.
 */
export function PageNotices() {
  const toasts = useToasts();
  const router = useRouter();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="toibako-notice"]')) {
      toasts.show(typeOf(meta.dataset.type), meta.content);
      meta.remove();
      // What the address asked for was said: a reload says nothing.
      const address = new URL(window.location.href);
      if (!address.searchParams.has("notice")) continue;
      address.searchParams.delete("notice");
      router.history.replace(address.pathname + address.search + address.hash);
    }
  }, [toasts, router]);
  return null;
}

function typeOf(name = ""): ToastType {
  return name === "error" || name === "success" || name === "warning" ? name : "notice";
}

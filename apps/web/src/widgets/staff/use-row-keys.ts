import { useRef } from "react";
import { useShortcuts } from "./use-shortcuts.ts";

/** Returns the ref of a list in which `j` and `k` move the focus to the next or the previous link. */
export function useRowKeys() {
  const rows = useRef<HTMLUListElement>(null);
  function step(by: 1 | -1) {
    const links = [...(rows.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const index = links.findIndex((link) => link.matches(":focus"));
    links[index === -1 ? 0 : Math.min(links.length - 1, Math.max(0, index + by))]?.focus();
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  return rows;
}

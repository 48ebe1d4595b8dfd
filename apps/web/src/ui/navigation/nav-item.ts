import type { ReactNode } from "react";
import type { RenderedElement } from "#ui/render-as.ts";

/** One destination of the bottom navigation or the rail. */
export type NavItem = {
  key: string;
  label: string;
  icon: ReactNode;
  /** The link, such as `<Link to="…" />`; a button for an entry that opens an overlay. */
  render: RenderedElement;
  isCurrent?: boolean;
  /** Whether the open page is one below the destination, so that the destination stays lit, but is not the page. */
  isAbovePage?: boolean;
  badge?: ReactNode;
  /** A small link to one place below the destination: above it in the rail, in a strip above the bottom navigation. */
  above?: ReactNode;
  hidden?: boolean;
  disabled?: boolean;
};

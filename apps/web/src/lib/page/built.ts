type Part = "messages" | "communities" | "timeline";

/**
 * Parts of the site that have an address but are not built yet. Nothing links to them, shows a
 * badge for them or explains them, and their pages are not found.
 */
export const isBuilt: Readonly<Record<Part, boolean>> = {
  messages: false,
  communities: false,
  timeline: false,
};

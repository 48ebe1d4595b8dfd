type Part = "messages" | "communities" | "timeline";

/**
 * Parts of the site that have an address but are not built yet. Nothing links to them, shows a
 * badge for them or explains them. The pages of messages and communities are not found; the address of
 * the timeline shows whom one follows.
 */
export const isBuilt: Readonly<Record<Part, boolean>> = {
  messages: false,
  communities: false,
  timeline: false,
};

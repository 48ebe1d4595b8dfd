import type { AdTag } from "../ads.ts";

export const adFramePath = "/ads/frame";

/** The message with which a frame gives its page the port on which it answers `AdPing`. */
export const adPortMessage = "toibako_ad_port";

/** What a page sends to a frame, which replies with `AdPong`; or the markup that a preview shows. */
export type AdPing = { number: number } | { markup: string };

export interface AdPong {
  number: number;
  /** When the frame got the ping, in milliseconds since 1970 by the clock of the frame. */
  received_at: number;
  /** Milliseconds of long tasks since the last reply; 0 in browsers that don't report them. */
  busy_ms: number;
}

/** The ids of Geniee that need a call after the frame has loaded: two of the footer and one of the header. */
const passbackIds: readonly string[] = ["1516454", "1516455", "1516450"];

/** Builds the markup of a frame from a tag. Only Geniee's tags need more than what the operator has typed. */
export function buildAdMarkup({ tag_type, id, body }: Pick<AdTag, "tag_type" | "id" | "body">) {
  if (tag_type === "none") return "";
  if (tag_type !== "geniee") return body;
  const attribute = `data-cptid="${id}"`;
  return [
    "<script>window.gnshbrequest = window.gnshbrequest || { cmd: [] };</script>",
    body.includes(attribute) ? "" : `<div ${attribute}></div>`,
    body,
    passbackIds.includes(id) ? buildPassback(id) : "",
  ].join("\n");
}

const buildPassback = (id: string) => `<script>
addEventListener("load", () => {
  gnshbrequest.cmd.push(() => gnshbrequest.applyPassback("${id}", "[data-cptid='${id}']"));
}, { once: true });
</script>`;

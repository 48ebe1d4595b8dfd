import { markSeenByGet } from "@toibako/contract/notices.ts";
import { buildAddress } from "#lib/http/transport.ts";

interface SeenImageProps {
  list: "questions" | "answers" | "notices";
  /** The new items that the page shows. */
  ids: string[];
}

/** In browsers without scripts, loads an empty image whose address marks the items of the page as seen. */
export function SeenImage({ list, ids }: SeenImageProps) {
  if (ids.length === 0) return null;
  const src = buildAddress(markSeenByGet, { query: { [list]: ids.join(",") } });
  return (
    <noscript>
      <img src={src} alt="" width={1} height={1} className="absolute opacity-0" />
    </noscript>
  );
}

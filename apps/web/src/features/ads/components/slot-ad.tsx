import { useQuery } from "@tanstack/react-query";
import type { AdSlot } from "@toibako/contract/ads/slots.ts";
import type { AdTag } from "@toibako/contract/ads.ts";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSite } from "#lib/page/use-site.ts";
import { adTagsQuery, buildFrameUrl } from "../queries.ts";
import { AdFrame } from "./ad-frame.tsx";

/** Milliseconds from the moment at which the page is usable. */
const mountDelay = 2_000;
/** How far from the screen a slot asks for its tag. */
const nearMargin = "300px";

interface SlotAdProps {
  slot: AdSlot;
  /** Called with whether there is no advertisement for the slot. */
  onMissing: (isMissing: boolean) => void;
}

/** Asks for the tag of a slot and shows it. */
export function SlotAd({ slot, onMissing }: SlotAdProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const isDue = useMountDelay(slot, anchor);
  const isNear = useHasBeenNear(anchor);
  const { tag, isMissing, version, remove } = useAdTag(slot, isDue && isNear);
  const tell = useEffectEvent(onMissing);
  useEffect(() => tell(isMissing), [isMissing]);
  return (
    <div ref={anchor}>
      {tag && <ShownAd key={version} slot={slot} tag={tag} onUnfit={remove} />}
    </div>
  );
}

interface ShownAdProps {
  slot: AdSlot;
  tag: AdTag;
  onUnfit: () => void;
}

/** The frame with the tag of a slot. */
export function ShownAd({ slot, tag, onUnfit }: ShownAdProps) {
  const { ads_origin } = useSite();
  const [src] = useState(() => buildFrameUrl(ads_origin, slot));
  return <AdFrame src={src} width={tag.width} height={tag.height} onUnfit={onUnfit} />;
}

/** The tag of a slot, once it `isWanted`. A frame that was unfit doesn't come back on this page. */
export function useAdTag(slot: AdSlot, isWanted: boolean) {
  const query = useQuery({ ...adTagsQuery(slot), enabled: isWanted });
  const [isRemoved, setIsRemoved] = useState(false);
  // Another page may have asked for the tag already.
  const [tag] = (isWanted && query.data?.ad_tags) || [];
  const isEmpty = tag === undefined || tag.tag_type === "none";
  return {
    tag: isEmpty || isRemoved ? undefined : tag,
    isMissing: isWanted && (isRemoved || query.isError || (query.isSuccess && isEmpty)),
    /** Changes whenever the tag was asked for again. */
    version: query.dataUpdatedAt,
    remove: () => setIsRemoved(true),
  };
}

/** Whether the page has been usable for two seconds. */
export function useMountDelay(slot: AdSlot, anchor: RefObject<HTMLElement | null>): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (anchor.current?.isConnected) setIsDue(true);
      else reportError(new Error(`The ad slot ${slot} is missing`));
    }, mountDelay);
    return () => clearTimeout(timer);
  }, [slot, anchor]);
  return isDue;
}

/** Whether an element has been on the screen or near it. What isn't displayed never is. */
function useHasBeenNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: nearMargin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

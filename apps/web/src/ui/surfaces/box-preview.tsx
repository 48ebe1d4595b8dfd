import type { CardTheme } from "@toibako/contract/cards.ts";
import type { ReactNode } from "react";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { EnvelopeFlap } from "./envelope-flap.tsx";

interface BoxPreviewProps {
  theme: CardTheme;
  /** What the avatar is chosen by, such as the handle. */
  seed: string;
  /** The address of the picture; without it, the avatar is drawn. */
  picture?: string | undefined;
  /** The name, or what stands in its place. */
  name: ReactNode;
  /** The address of the box. */
  address: string;
}

/**
 * A box as its visitors will see it, while its owner types. Screen readers skip it, because the fields say the same. Its
 * height doesn't depend on what is typed, except with large text.
 */
export function BoxPreview({ theme, seed, picture, name, address }: BoxPreviewProps) {
  return (
    <div
      aria-hidden="true"
      data-card-theme={theme}
      className="@container relative isolate grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 overflow-hidden rounded-xl bg-paper px-[min(1.25rem,6vw)] pt-5 pb-4 text-center text-ink-on-paper shadow-e1 transition-colors duration-320 ease-calm"
    >
      <EnvelopeFlap className="h-14" />
      <span data-motifs />
      <span data-wax="face" className="size-14">
        <Avatar seed={seed} src={picture} size={36} />
      </span>
      <p className="running-text line-clamp-2 w-full text-lg leading-snug font-bold wrap-anywhere @max-[14rem]:line-clamp-none">
        {name}
      </p>
      <p
        translate="no"
        className="w-full truncate text-xs text-ink-2-on-paper @max-[14rem]:whitespace-normal @max-[14rem]:wrap-anywhere"
      >
        {address}
      </p>
    </div>
  );
}

import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { LineMark } from "#ui/marks/providers.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { buildLineUrl, buildXPostUrl } from "./sharing.tsx";

interface RoundProps {
  icon: ReactNode;
  label: string;
}

const roundClass =
  "group grid w-17 justify-items-center content-start gap-1.5 rounded-lg text-center text-xs leading-snug font-semibold text-ink";

function RoundIcon({ icon, label }: RoundProps) {
  return (
    <>
      <span
        className={cx(
          "grid size-13 place-items-center rounded-full bg-surface-2 text-brand",
          "transition-[transform,background-color] duration-120 group-hover:bg-brand-soft group-active:scale-95",
        )}
        aria-hidden="true"
      >
        {icon}
      </span>
      <span>{label}</span>
    </>
  );
}

/** A round button with its name below it. */
export function RoundButton({ onClick, ...iconProps }: RoundProps & { onClick: () => void }) {
  return (
    <button type="button" className={cx(roundClass, "noscript:hidden")} onClick={onClick}>
      <RoundIcon {...iconProps} />
    </button>
  );
}

interface RoundLinkProps extends RoundProps {
  href: string;
  download?: string;
  /** Whether the link leads to another site, which opens in a new tab. */
  isExternal?: boolean;
  onClick?: (() => void) | undefined;
}

/** A link that looks like a `RoundButton`. */
export function RoundLink({
  href,
  download,
  isExternal = false,
  onClick,
  ...iconProps
}: RoundLinkProps) {
  return (
    <a
      href={href}
      download={download}
      className={roundClass}
      onClick={onClick}
      {...(isExternal && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <RoundIcon {...iconProps} />
    </a>
  );
}

interface LineAndXLinksProps {
  url: string;
  text: string;
  /** Called when one of the links is pressed. */
  onPress?: () => void;
}

/** Links that open LINE and X with a post that contains the text and the address. */
export function LineAndXLinks({ url, text, onPress }: LineAndXLinksProps) {
  const look = { isExternal: true, onClick: onPress };
  return (
    <>
      <RoundLink
        icon={<LineMark size={26} />}
        label="LINE"
        href={buildLineUrl(url, text)}
        {...look}
      />
      <RoundLink icon={<XMark />} label="X" href={buildXPostUrl(url, text)} {...look} />
    </>
  );
}

import type { CSSProperties, ReactNode } from "react";

export interface BannerTarget {
  /** Undefined in a preview, where what is typed may be the address of a script. */
  target: string | undefined;
  onFollow?: (() => void) | undefined;
}

interface BannerLinkProps extends BannerTarget {
  /** The name of a link without text. */
  name?: string | undefined;
  className: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A link to a banner's target; other sites open in a tab of their own. */
export function BannerLink({ target, onFollow, name, children, ...look }: BannerLinkProps) {
  if (target === undefined) return <span {...look}>{children}</span>;
  const isHere = target.startsWith("/");
  return (
    <a
      href={target}
      {...(!isHere && { target: "_blank", rel: "noopener noreferrer" })}
      aria-label={name}
      onClick={onFollow}
      {...look}
    >
      {children}
    </a>
  );
}

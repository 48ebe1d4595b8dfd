import type { ReactNode } from "react";

interface MarkProps {
  size?: number;
  children: ReactNode;
}

/** Draws the logo of another site in one colour, like the other icons. */
function Mark({ size = 20, children }: MarkProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function FacebookMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <path d="M16.500 3.500h-2a4 4 0 0 0-4 4v13M6.500 12h8.500" />
    </Mark>
  );
}

export function GoogleMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <path d="M18.700 6.400A8.500 8.500 0 1 0 20.500 12H13" />
    </Mark>
  );
}

export function KakaoMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <path d="M12 4c5 0 9 3 9 6.800s-4 6.700-9 6.700l-4.500 3 .8-3.700C5 15.700 3 13.500 3 10.800 3 7 7 4 12 4Z" />
    </Mark>
  );
}

export function WeiboMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <ellipse cx="10.500" cy="14.500" rx="7.500" ry="5.500" />
      <circle cx="10.500" cy="14.500" r="1.600" fill="currentColor" />
      <path d="M15.500 4.200a5.500 5.500 0 0 1 5.300 6.600" />
    </Mark>
  );
}

export function InstagramMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <rect x="3.500" y="3.500" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="3.800" />
      <path d="M16.800 7.200h.01" />
    </Mark>
  );
}

export function LineMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <path d="M12 3.500c5 0 9 3.100 9 7.200 0 3.600-4.500 6.800-8.300 9.300-.6.400-1 .100-.9-.600l.2-1.700c-5.100-.2-9-3.100-9-7 0-4.100 4-7.200 9-7.200ZM10.500 8v5.500h3.500" />
    </Mark>
  );
}

export function TikTokMark({ size = 20 }: { size?: number }) {
  return (
    <Mark size={size}>
      <path d="M13.500 3.500v12a4 4 0 1 1-4-4M13.500 3.500c.3 2.800 2.200 4.800 5 5" />
    </Mark>
  );
}

import type { ReactNode } from "react";
import { Box, Envelope, Glint, Heart, Sheet, sun } from "#ui/drawings/parts.tsx";

/** The drawing area of a banner. */
function BannerScene({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="34 34 132 104" className="block h-auto w-full" fill="none" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Draws letters that fly into the box. */
export function ShareBanner() {
  return (
    <BannerScene>
      <Box mood="happy" open x={92}>
        <Envelope x={-6} y={-68} turn={-8} scale={0.8} />
      </Box>
      <Envelope x={50} y={58} turn={-16} scale={0.6} />
      <Glint x={148} y={124} scale={0.7} />
    </BannerScene>
  );
}

/** Draws the box under an umbrella. */
export function WordsBanner() {
  return (
    <BannerScene>
      <path
        d="M52 66v8M44 88v8M156 70v8M164 92v8"
        stroke="var(--brand)"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.6"
      />
      <path d="M100 40v40" stroke="#369a9b" strokeWidth="5" strokeLinecap="round" />
      <Box mood="happy" foot={150} />
      <path
        d="M50 60q4-26 50-26t50 26q-9-7-17 0-8-7-16 0-8-7-17 0-8-7-17 0-8-7-16 0-8-7-17 0Z"
        fill={sun}
      />
    </BannerScene>
  );
}

/** Draws two boxes with a heart between them. */
export function RulesBanner() {
  return (
    <BannerScene>
      <g transform="translate(22 41) scale(.7)">
        <Box mood="happy" x={64} />
        <Box mood="curious" x={162} />
      </g>
      <Heart x={101} y={62} scale={1.2} />
      <Glint x={62} y={60} scale={0.5} />
      <Glint x={140} y={56} scale={0.6} />
    </BannerScene>
  );
}

/** Draws three sheets of paper with a heart. */
export function ThemeBanner() {
  return (
    <BannerScene>
      <g transform="translate(0 14) scale(1)">
        <Sheet x={70} y={78} turn={-14} scale={1.2} />
        <Sheet x={132} y={78} turn={14} scale={1.2} />
        <Sheet x={101} y={70} scale={1.3} />
      </g>
      <Heart x={101} y={106} scale={0.9} />
      <Glint x={54} y={50} scale={0.7} />
      <Glint x={148} y={48} scale={0.6} />
    </BannerScene>
  );
}

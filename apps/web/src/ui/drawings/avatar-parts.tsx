import type { ReactNode } from "react";

/** The pieces of a generated face, drawn on a 64 × 64 sheet with the head at (32, 29). */

export const rooms = [
  { wall: "#a5e3e0", shirt: "#1f8f8f" },
  { wall: "#ffd9cc", shirt: "#d9573a" },
  { wall: "#ffe9ad", shirt: "#c98a12" },
  { wall: "#cfe3ff", shirt: "#4a78c4" },
  { wall: "#e3d9fb", shirt: "#7a5fc0" },
  { wall: "#d3efc9", shirt: "#4c9151" },
  { wall: "#fbd5e4", shirt: "#bf4f83" },
  { wall: "#dfe6ea", shirt: "#56707f" },
] as const;

export const skins = ["#ffe3cf", "#fbd3b0", "#dca67d", "#a9734f"] as const;

export const hairColours = [
  "#4a3328",
  "#2a2b38",
  "#8b5a38",
  "#c78d4e",
  "#5d6b7e",
  "#a94f5f",
] as const;

type Hair = { behind?: ReactNode; front: ReactNode };

const bangs = (
  <path d="M18 29c-.6-11 5.600-16.500 14-16.500S46.600 18 46 29c-8-4.600-20-4.600-28 0Z" />
);
const cap = (
  <path d="M18.200 28.500c-.4-10 5.600-16 13.800-16s14.200 6 13.800 16c-3.600-6.600-8.600-8.300-13.800-8.300s-10.200 1.700-13.800 8.300Z" />
);

export const hairs: readonly Hair[] = [
  {
    front: (
      <path d="M18.300 29.500c-1.200-12 5-18 13.700-18s15 6 13.700 18c-2-6-6-8-9.200-9.500-4 3.500-12.200 3-18.200 9.500Z" />
    ),
  },
  {
    behind: (
      <path d="M15.500 42V27C15.500 16.500 22.500 10 32 10s16.500 6.500 16.500 17v15q-16.500 5-33 0Z" />
    ),
    front: bangs,
  },
  {
    behind: <path d="M14.500 60V27C14.500 16 22 9.500 32 9.500S49.500 16 49.500 27v33Z" />,
    front: (
      <path d="M18.200 31c-1-12.500 5.800-18.500 13.800-18.500S46.800 18.500 45.800 31c-2.600-5-10.300-6.200-13.800-13.800C28.500 24.800 20.800 26 18.200 31Z" />
    ),
  },
  { behind: <circle cx="32" cy="9.500" r="6.500" />, front: cap },
  {
    front: (
      <>
        <circle cx="20" cy="23" r="5.500" />
        <circle cx="24.500" cy="16.500" r="6" />
        <circle cx="32" cy="14" r="6.500" />
        <circle cx="39.500" cy="16.500" r="6" />
        <circle cx="44" cy="23" r="5.500" />
        <circle cx="28" cy="19.500" r="4.500" />
        <circle cx="36" cy="19.500" r="4.500" />
      </>
    ),
  },
  {
    front: (
      <path d="m17.600 30-2-9.500 4.400.8.400-7 5.200 2.400L30 9.500l4 5.700 6-3.700.8 6 5.400-.5-.6 5.300 3 .7L46.400 30c-2-6-6.400-9-14.400-9s-12.400 3-14.400 9Z" />
    ),
  },
  {
    behind: (
      <>
        <ellipse cx="12.500" cy="35" rx="5.500" ry="10" />
        <ellipse cx="51.500" cy="35" rx="5.500" ry="10" />
      </>
    ),
    front: bangs,
  },
  {
    front: (
      <path d="M18.500 27c.4-9.500 6-14 13.500-14s13.100 4.500 13.500 14c-2-3.200-3.600-4.600-5-5q-8.500-1.800-17 0c-1.400.4-3 1.800-5 5Z" />
    ),
  },
  {
    behind: <path d="M38 12q14-3 13 10-.6 8-6 14-1-12-7-24Z" />,
    front: cap,
  },
];

const stroke = {
  fill: "none",
  stroke: "#3a2a22",
  strokeWidth: 1.5,
  strokeLinecap: "round",
} as const;

export const eyes: readonly ReactNode[] = [
  <g key="dots" fill="#3a2a22">
    <circle cx="27" cy="30" r="1.500" />
    <circle cx="37" cy="30" r="1.500" />
  </g>,
  <path key="happy" d="M25 30.800q2-2.600 4 0M35 30.800q2-2.600 4 0" {...stroke} />,
  <g key="tall" fill="#3a2a22">
    <ellipse cx="27" cy="30" rx="1.400" ry="2.100" />
    <ellipse cx="37" cy="30" rx="1.400" ry="2.100" />
  </g>,
  <g key="wink">
    <circle cx="27" cy="30" r="1.500" fill="#3a2a22" />
    <path d="M35 30.300q2-2 4 0" {...stroke} />
  </g>,
];

const lips = { ...stroke, stroke: "#b5563c", strokeWidth: 1.4 } as const;

export const mouths: readonly ReactNode[] = [
  <path key="smile" d="M28.500 35.500q3.500 3 7 0" {...lips} />,
  <path key="laugh" d="M28.300 35h7.400a3.700 3.700 0 0 1-7.400 0Z" fill="#b5563c" />,
  <path key="cat" d="M28.500 35.600q1.800 2 3.500 0 1.700 2 3.500 0" {...lips} />,
  <path key="calm" d="M29.700 36q2.300 1 4.600 0" {...lips} />,
];

export const extras: readonly ReactNode[] = [
  null,
  <g key="blush" fill="#f06a4d" opacity="0.4">
    <circle cx="23.500" cy="34" r="2.200" />
    <circle cx="40.500" cy="34" r="2.200" />
  </g>,
  <g key="glasses" fill="none" stroke="#33474a" strokeWidth="1.200">
    <circle cx="27" cy="30" r="4.200" />
    <circle cx="37" cy="30" r="4.200" />
    <path d="M31.200 29.500q.8-.6 1.600 0" />
  </g>,
];

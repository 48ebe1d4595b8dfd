/** X's logo, as large as the icons beside it. */
export function XMark({ size = 18 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true">
      <path d="M18.2 2.3h3.3l-7.2 8.2 8.5 11.2h-6.7l-5.2-6.8-6 6.8H1.700l7.700-8.800L1.300 2.300h6.800l4.700 6.200ZM17 19.800h1.800L7.100 4.100h-2Z" />
    </svg>
  );
}

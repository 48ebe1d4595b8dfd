/** The lower edge of a flap that is as wide as the head of a page, with the tip in its middle. */
export function FlapEdge() {
  return (
    <svg
      data-flap
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="-mt-px block h-3 w-full fill-flap"
      aria-hidden="true"
    >
      <path d="M0 0h100L54 9q-4 1.5-8 0Z" />
    </svg>
  );
}

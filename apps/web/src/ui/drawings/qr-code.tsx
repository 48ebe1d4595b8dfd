import { encode } from "uqr";

/** Dark on white in both colour modes, with a border of four modules: scanners need both. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 rounded-lg"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path.join("")} fill="#08282a" />
    </svg>
  );
}

/** The lowest contrast of text that WCAG 2.2 accepts at level AA. */
export const minContrast = 4.5;

/** Returns the relative luminance of a colour such as `#rrggbb`, as WCAG defines it. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const value = Number.parseInt(color.slice(index, index + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours such as `#rrggbb`: from 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].sort(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** A contrast ratio with one decimal, never rounded up to one that is accepted. */
export const formatContrast = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

import { formatDate } from "@toibako/contract/dates.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";

/** Units of the drawing. */
const height = 64;
const step = 20;
const barWidth = 14;

interface BarChartProps {
  title: string;
  /** What is counted on each day of Japan (YYYY-MM-DD), the last one last. */
  bars: readonly { day: string; count: number }[];
}

/** A small chart of counts by day, with its table. */
export function BarChart({ title, bars }: BarChartProps) {
  const { t, locale } = useTexts();
  const describeDay = (day: string) =>
    formatDate("day", new Date(`${day}T00:00+09:00`), { locale, time_zone: "Asia/Tokyo" });
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="grid content-start gap-2 rounded-xl bg-surface p-5 shadow-e2">
      <h3 className="text-md">{title}</h3>
      <p className="text-sm text-ink-2">
        {t("staff_overview.total", { n: total, days: bars.length })}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * step} ${height + 1}`}
        className="w-full text-brand forced-color-adjust-auto"
      >
        {bars.map(({ day, count }, index) => {
          const barHeight = count === 0 ? 0 : Math.max(3, (count / largest) * height);
          return (
            <rect
              key={day}
              x={index * step + (step - barWidth) / 2}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              rx={2}
              fill="currentColor"
            />
          );
        })}
        <line
          x1={0}
          x2={bars.length * step}
          y1={height + 0.5}
          y2={height + 0.5}
          stroke="currentColor"
        />
      </svg>
      <Disclosure look="line" title={t("staff_overview.table")}>
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("staff_overview.day")}</th>
              <th scope="col">{t("staff_overview.count")}</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ day, count }) => (
              <tr key={day} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {describeDay(day)}
                </th>
                <td className="py-1 text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { countedCases, type Overview } from "@toibako/contract/staff/overview.ts";
import { Hourglass } from "lucide-react";
import { BarChart } from "#features/staff/components/bar-chart.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { overviewQuery } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { Section } from "#ui/surfaces/section.tsx";

/** The first screen of the console: what waits, since when, and the last days. */
export function StaffOverview() {
  const { t, locale } = useTexts();
  const params = { locale };
  const query = useQuery(overviewQuery());
  if (!query.data)
    return <LoadingState query={query} skeleton="row" title={t("staff_overview.failed")} />;
  const { waiting, inquiries, days } = query.data;
  const isEmpty = waiting.length === 0 && !inquiries;
  const charts = ["accounts", "reports", "decisions"] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Section
        id="waiting"
        icon={<Hourglass size={20} />}
        title={t("staff_overview.waiting")}
        text={isEmpty ? t("staff.empty_title") : undefined}
      >
        {!isEmpty && (
          <ul className="list-none divide-y divide-line">
            {waiting.map(({ kind, ...counted }) => (
              <li key={kind}>
                <WaitingRow
                  label={t(`staff.kind_${kind}`)}
                  waiting={counted}
                  link={<Link to="/$locale/adm/cases" params={params} search={{ kind }} />}
                />
              </li>
            ))}
            {inquiries && (
              <li>
                <WaitingRow
                  label={t("staff_inquiries.title")}
                  waiting={inquiries}
                  link={<Link to="/$locale/adm/inquiries" params={params} />}
                />
              </li>
            )}
          </ul>
        )}
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-3">
        {charts.map((chart) => (
          <BarChart
            key={chart}
            title={t(`staff_overview.${chart}`)}
            bars={days.map(({ day, [chart]: count }) => ({ day, count }))}
          />
        ))}
      </div>
    </div>
  );
}

interface WaitingRowProps {
  label: string;
  waiting: NonNullable<Overview["inquiries"]>;
  /** The link to what waits. */
  link: RenderedElement;
}

/** How many cases or inquiries wait, and since when. */
function WaitingRow({ label, waiting: { count, oldest_hour }, link }: WaitingRowProps) {
  const { t } = useTexts();
  return renderAs(link, {
    className:
      "-mx-2 grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-lg px-2 py-2 transition-colors duration-120 hover:bg-surface-2",
    children: (
      <>
        <span className="font-bold">{label}</span>
        <span className="text-md font-bold tabular-nums">
          {count > countedCases ? t("staff_overview.more_than", { n: countedCases }) : count}
        </span>
        <span className="col-span-2 text-sm text-ink-2">
          {t("staff_overview.oldest")} <StaffDate form="hour" at={oldest_hour} />
        </span>
      </>
    ),
  });
}

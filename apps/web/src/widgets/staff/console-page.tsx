import { useQuery } from "@tanstack/react-query";
import { Link, useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { isConsoleClosed, leave, overviewQuery, useCaseHints } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { type TabItem, Tabs } from "#ui/navigation/tabs.tsx";
import { WidePage } from "#widgets/page/shell-page.tsx";
import { ConsoleEntry } from "./console-entry.tsx";
import { useConsoleRenewal } from "./use-console-renewal.ts";

/** The frame of the console: its parts, and the entry as long as it is closed. */
export function ConsolePage({ children }: { children: ReactNode }) {
  const { t, locale } = useTexts();
  const parts = useParts();
  const { error, isSuccess } = useQuery(overviewQuery());
  const isClosed = isConsoleClosed(error);
  const isOpen = isSuccess && !isClosed;
  const user = useCurrentUser();
  useCaseHints(isOpen ? user?.id : undefined);
  useConsoleRenewal(isOpen);
  const leaveConsole = async () => {
    await leave();
    window.location.assign(`/${locale}/me/home`);
  };
  return (
    <WidePage>
      <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl">{t("staff.title")}</h1>
          {isOpen && (
            <Button variant="text" onClick={() => void leaveConsole()}>
              {t("staff.leave")}
            </Button>
          )}
        </div>
        {isClosed ? (
          <ConsoleEntry />
        ) : (
          <>
            <Tabs label={t("staff.parts")} items={parts} look="pill" />
            {children}
          </>
        )}
      </div>
    </WidePage>
  );
}

/** The parts of the console that the reader's role may use. */
function useParts(): TabItem[] {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? "" });
  const params = { locale };
  const parts: TabItem[] = [
    {
      key: "overview",
      label: t("staff_overview.title"),
      // The other parts lie below this address.
      render: <Link to="/$locale/adm" params={params} activeOptions={{ exact: true }} />,
      isCurrent: path === "/$locale/adm/",
    },
    {
      key: "cases",
      label: t("staff.queue"),
      render: <Link to="/$locale/adm/cases" params={params} />,
      isCurrent: path.startsWith("/$locale/adm/cases"),
    },
    {
      key: "inquiries",
      label: t("staff_inquiries.title"),
      render: <Link to="/$locale/adm/inquiries" params={params} />,
      isCurrent: path.startsWith("/$locale/adm/inquiries"),
    },
    {
      key: "people",
      label: t("staff_people.people"),
      render: <Link to="/$locale/adm/people" params={params} />,
      isCurrent: path.startsWith("/$locale/adm/people"),
    },
    {
      key: "seals",
      label: t("staff.seals"),
      render: <Link to="/$locale/adm/seals" params={params} />,
      isCurrent: path === "/$locale/adm/seals",
    },
  ];
  const adminParts: TabItem[] = [
    {
      key: "contents",
      label: t("staff_contents.title"),
      render: <Link to="/$locale/adm/contents" params={params} />,
      isCurrent: path.startsWith("/$locale/adm/contents"),
    },
    {
      key: "staff",
      label: t("staff_people.staff"),
      render: <Link to="/$locale/adm/staff" params={params} />,
      isCurrent: path === "/$locale/adm/staff",
    },
    {
      key: "audit",
      label: t("staff_people.audit"),
      render: <Link to="/$locale/adm/audit" params={params} />,
      isCurrent: path === "/$locale/adm/audit",
    },
  ];
  if (user?.role === "admin") return [...parts, ...adminParts];
  return user?.role ? parts : [];
}

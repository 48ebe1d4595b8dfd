import { useQuery } from "@tanstack/react-query";
import { Link, useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { casesQuery, isConsoleClosed, leave } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { type TabItem, Tabs } from "#ui/navigation/tabs.tsx";
import { WidePage } from "#widgets/page/shell-page.tsx";
import { ConsoleEntry } from "./console-entry.tsx";

/** The frame of the console: its parts, and the entry as long as it is closed. */
export function ConsolePage({ children }: { children: ReactNode }) {
  const { t, locale } = useTexts();
  const parts = useParts();
  const { error, isSuccess } = useQuery(casesQuery({}));
  const isClosed = isConsoleClosed(error);
  const leaveConsole = async () => {
    await leave();
    window.location.assign(`/${locale}/me/home`);
  };
  return (
    <WidePage>
      <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl">{t("staff.title")}</h1>
          {isSuccess && !isClosed && (
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
      key: "cases",
      label: t("staff.queue"),
      render: <Link to="/$locale/adm" params={params} />,
      isCurrent: path === "/$locale/adm/" || path.startsWith("/$locale/adm/cases"),
    },
  ];
  return user?.role ? parts : [];
}

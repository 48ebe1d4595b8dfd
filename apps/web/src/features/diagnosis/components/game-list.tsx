import { Link } from "@tanstack/react-router";
import type { DiagnosisGame } from "@toibako/contract/diagnosis.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";

/** The games as letters, each a link to its page. */
export function GameList({ games }: { games: readonly DiagnosisGame[] }) {
  const { t, locale } = useTexts();
  return (
    <ul className="grid list-none grid-cols-[minmax(0,1fr)] gap-4">
      {games.map(({ uuid, title, description }) => (
        <li key={uuid} className="grid rounded-sheet bg-surface p-2 shadow-e2">
          <Letter
            seal={t("diagnosis.seal")}
            text={title}
            heading={2}
            render={<Link to="/$locale/diagnosis/$uuid" params={{ locale, uuid }} />}
          >
            <p className="short-text max-w-md text-center text-sm text-balance">{description}</p>
          </Letter>
        </li>
      ))}
    </ul>
  );
}

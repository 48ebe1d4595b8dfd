import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { diagnosisGamesQuery } from "../queries.ts";

/** Links to the other games; nothing if there are none. */
export function OtherGames({ uuid }: { uuid: string }) {
  const { t, locale } = useTexts();
  const others = (useQuery(diagnosisGamesQuery()).data?.games ?? []).filter(
    (game) => game.uuid !== uuid,
  );
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="other-games" className="mt-8">
      <h2 id="other-games" className="mb-3 text-lg">
        {t("diagnosis.others")}
      </h2>
      <ul className="list-none divide-y divide-line overflow-clip rounded-xl bg-surface shadow-e2">
        {others.map((game) => (
          <li key={game.uuid}>
            <Link
              to="/$locale/diagnosis/$uuid"
              params={{ locale, uuid: game.uuid }}
              className="flex min-h-12 items-center justify-between gap-3 px-5 py-3 font-semibold wrap-anywhere hover:bg-surface-2 focus-visible:-outline-offset-3"
            >
              {game.title}
              <ChevronRight size={20} className="shrink-0 text-ink-2" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

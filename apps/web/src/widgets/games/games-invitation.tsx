import { useQuery } from "@tanstack/react-query";
import { topGameQuery } from "#features/games/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";

/** Invites visitors to the games site, with the picture of the first game. */
export function GamesInvitation() {
  const { t } = useTexts();
  const { game, site_url } = useQuery({ ...topGameQuery(), enabled: false }).data ?? {};
  if (!game || !site_url) return null;
  return (
    <section className="mx-auto flex w-full max-w-md flex-wrap items-center justify-center gap-x-8 gap-y-5 rounded-sheet bg-surface px-6 py-6 text-center shadow-e2 lg:max-w-none lg:flex-nowrap lg:text-left">
      <img
        src={game.image_url}
        alt={game.title}
        width={800}
        height={450}
        loading="lazy"
        className="aspect-video h-auto w-72 max-w-full shrink-0 rounded-lg bg-surface-2 object-cover"
      />
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">{t("games.invitation_title")}</h2>
        <p className="mt-1 mb-4 text-sm text-ink-2">{t("games.invitation_text")}</p>
        <a
          href={site_url}
          target="_blank"
          rel="noopener noreferrer"
          className={buildButtonClass({ variant: "outline" })}
        >
          {t("games.open_site")}
        </a>
      </div>
    </section>
  );
}

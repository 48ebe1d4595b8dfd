import { Link } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { Lightbulb } from "lucide-react";
import { getIds } from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";

/** Links to the contact form, to suggest a new community. */
function SuggestLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/inquiry"
      params={{ locale }}
      search={{ topic: "community" }}
      className={buildButtonClass({ variant: "outline", className: "max-w-full" })}
    >
      <Lightbulb size={18} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{t("communities.suggest")}</span>
    </Link>
  );
}

/** A line below the list of communities that invites readers to suggest a missing one. */
export function SuggestCommunity() {
  const { t } = useTexts();
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-xl border-[1.5px] border-dashed border-line-strong p-4">
      <p className="min-w-0 flex-[1_1_14rem] text-sm text-ink-2">{t("communities.suggest_text")}</p>
      <SuggestLink />
    </section>
  );
}

export function AllCommunitiesLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/communities"
      params={{ locale }}
      className={buildButtonClass({ variant: "outline" })}
    >
      {t("communities.see_all")}
    </Link>
  );
}

/** Links to all questions to a community. */
export function QuestionsLink({ community }: { community: Community }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/items"
      params={{ locale, ...getIds(community) }}
      className={buildButtonClass({ variant: "outline" })}
    >
      {t("communities.see_questions")}
    </Link>
  );
}

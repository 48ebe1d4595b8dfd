import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Heart } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getItemSearch } from "#lib/page/search.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { mostLikedQuery } from "../queries.ts";

/** The most liked answers of an account; renders nothing if there are none. */
export function MostLiked({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const { data } = useQuery(mostLikedQuery(account));
  if (!data?.items.length) return null;
  return (
    <Card as="section">
      <h2 className="text-md leading-snug">{t("profiles.most_liked")}</h2>
      <ul className="mt-1 -mb-2 list-none divide-y divide-line">
        {data.items.map((item) => (
          // In a low window, an aside has room for two.
          <li
            key={item.answer_id}
            className="in-[aside]:[@media(height<52rem)]:nth-2:border-b-0 in-[aside]:[@media(height<52rem)]:nth-3:hidden"
          >
            <Link
              to="/$locale/q/$uuid"
              params={{ locale, uuid: item.uuid_hash }}
              search={getItemSearch(item)}
              className="block rounded-sm py-2.5"
            >
              <span className="line-clamp-2 text-sm leading-snug font-bold wrap-anywhere">
                {item.body || t("common.removed_question")}
              </span>
              <span className="mt-0.5 flex items-center gap-1 text-xs text-ink-2">
                <Heart size={13} aria-hidden="true" />
                {t("profiles.likes_number", { n: item.answer_likes_count })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { Link } from "@tanstack/react-router";
import { ProfileShareButtons } from "#features/shares/components/profile-share-buttons.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { HomeCard, HomeLink } from "./home-card.tsx";

/** Says that all questions are read: the box sleeps. Offers to share its link and to ask somebody. */
export function AllRead({ account }: { account: string }) {
  const { t, locale } = useTexts();
  return (
    <HomeCard>
      <div className="grid justify-items-center gap-2 px-1 pb-2 text-center">
        <div className="w-full max-w-64">
          <EmptyInboxDrawing />
        </div>
        <h2 className="text-xl">{t("inbox.all_read_title")}</h2>
        <p className="text-sm text-ink-2">{t("inbox.all_read_text")}</p>
        <div className="mt-2">
          <ProfileShareButtons account={account} />
        </div>
        <HomeLink
          render={
            <Link to="/$locale/me/friends" params={{ locale }} search={{ tab: "recommend" }} />
          }
        >
          {t("inbox.ask_someone")}
        </HomeLink>
      </div>
    </HomeCard>
  );
}

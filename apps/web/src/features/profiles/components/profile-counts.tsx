import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";

/** The numbers of answers, followers and likes of an account. */
export function ProfileCounts({ user, isOnPaper }: { user: PublicUser; isOnPaper?: boolean }) {
  const { t } = useTexts();
  const renderNumber = (number: ReactNode) => (
    <b className={cx("tabular-nums", isOnPaper ? "text-ink-on-paper" : "text-ink")}>{number}</b>
  );
  return (
    <p
      className={cx(
        "flex flex-wrap gap-x-4 text-sm leading-normal",
        isOnPaper ? "text-ink-2-on-paper" : "text-ink-2",
      )}
    >
      <span>
        {t.rich("profiles.answers_count", { n: user.answers_count }, { b: renderNumber })}
      </span>
      <span>
        {t.rich("profiles.followers_count", { n: user.followers_count }, { b: renderNumber })}
      </span>
      <span>
        {t.rich("profiles.likes_count", { n: user.answer_likes_count }, { b: renderNumber })}
      </span>
    </p>
  );
}

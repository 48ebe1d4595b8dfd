import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { Invitation } from "./invitation.tsx";
import { Safety } from "./safety.tsx";
import { SignUpLinks } from "./sign-up-links.tsx";
import { Steps } from "./steps.tsx";
import { Video } from "./video.tsx";

/** The content of the top page for visitors. */
export function Landing({ providerButtons }: { providerButtons: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[77rem] gap-12 px-4 pt-4 pb-14 lg:gap-20 lg:px-6 lg:pt-6 lg:pb-20">
      <Invitation providerButtons={providerButtons} />
      <Video />
      <Steps />
      <Communities />
      <Safety />
      <ClosingInvitation />
    </div>
  );
}

/** An invitation to read the questions of communities, which are open to visitors. */
function Communities() {
  const { t, locale } = useTexts();
  return (
    <section className="mx-auto flex w-full max-w-md flex-wrap items-center justify-center gap-x-10 gap-y-4 rounded-sheet bg-brand-soft px-6 py-8 text-center text-ink-on-paper lg:max-w-4xl lg:flex-nowrap lg:text-left">
      <div className="w-44 shrink-0 lg:w-56">
        <FriendsDrawing />
      </div>
      <div className="min-w-0">
        <h2 className="text-xl">{t("landing.communities_title")}</h2>
        <p className="mt-2 mb-4">{t("landing.communities_text")}</p>
        <Link
          to="/$locale/communities/samples"
          params={{ locale }}
          className={buildButtonClass({ variant: "outline" })}
        >
          {t("communities.samples_link")}
        </Link>
      </div>
    </section>
  );
}

function ClosingInvitation() {
  const { t } = useTexts();
  return (
    <section className="mx-auto w-full max-w-md text-center">
      <h2 className="text-xl">{t("landing.closing_title")}</h2>
      <SignUpLinks className="mt-5" />
    </section>
  );
}

import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Communities } from "./communities.tsx";
import { Invitation } from "./invitation.tsx";
import { Safety } from "./safety.tsx";
import { SignUpLinks } from "./sign-up-links.tsx";
import { Steps } from "./steps.tsx";
import { Video } from "./video.tsx";

/** The content of the top page for visitors. */
export function Landing({ socialLogin }: { socialLogin: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[77rem] gap-12 px-4 pt-4 pb-14 lg:gap-20 lg:px-6 lg:pt-6 lg:pb-20">
      <Invitation socialLogin={socialLogin} />
      <Video />
      <Steps />
      <Communities />
      <Safety />
      <ClosingInvitation />
    </div>
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

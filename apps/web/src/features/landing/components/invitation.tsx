import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Flap } from "#ui/surfaces/flap.tsx";
import { Examples } from "./examples.tsx";
import { SignUpLinks } from "./sign-up-links.tsx";

/** The top of the page, drawn as a letter. Says what the site is, and has links to sign up and an example. */
export function Invitation({ providerButtons }: { providerButtons: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className="relative isolate overflow-hidden rounded-sheet bg-paper px-5 pt-14 pb-8 text-ink-on-paper sm:px-8 lg:px-14 lg:pt-24 lg:pb-14">
      <Flap className="h-18 lg:h-29" />
      <p className="absolute inset-x-0 top-13 grid justify-items-center lg:top-23">
        <span className="rounded-full bg-surface px-4 py-1 text-sm font-semibold text-brand shadow-e1">
          {t("landing.letter_label")}
        </span>
      </p>
      <div className="grid items-center gap-9 pt-12 lg:grid-cols-[1fr_26rem] lg:gap-14">
        <div className="text-center lg:text-left">
          <h1 className="font-round text-[clamp(1.25rem,7vw,1.75rem)] leading-[1.4] whitespace-pre-line lg:text-[2.625rem]">
            {t("landing.headline")}
          </h1>
          <p className="mx-auto mt-3 max-w-lg text-balance lg:mx-0 lg:mt-5 lg:text-lg">
            {t("landing.lead")}
          </p>
          <SignUpLinks className="mt-6 lg:mt-8 lg:justify-start" />
          <p className="mt-3 text-sm">{t("landing.free")}</p>
          {providerButtons}
        </div>
        <Examples />
      </div>
    </section>
  );
}

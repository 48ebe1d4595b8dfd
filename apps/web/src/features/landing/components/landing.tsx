import { Link } from "@tanstack/react-router";
import { Box, Link2, PenLine } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { Wax } from "#ui/drawings/wax.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";
import { Examples } from "./examples.tsx";
import { Safety } from "./safety.tsx";
import { SignUpLinks } from "./sign-up-links.tsx";
import { Video } from "./video.tsx";

/** The content of the top page for visitors. */
export function Landing({
  providerButtons,
  games,
}: {
  providerButtons: ReactNode;
  /** The invitation to the games site, if there is one. */
  games: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-[77rem] grid-cols-[minmax(0,1fr)] gap-12 px-4 pt-4 pb-14 lg:gap-20 lg:px-6 lg:pt-6 lg:pb-20">
      <Invitation providerButtons={providerButtons} />
      <Video />
      <Steps />
      <Communities />
      {games}
      <Safety />
      <ClosingInvitation />
    </div>
  );
}

/** The top of the page, drawn as a letter. Says what the site is, and has links to sign up and an example. */
function Invitation({ providerButtons }: { providerButtons: ReactNode }) {
  const { t } = useTexts();
  return (
    <section
      data-card-theme="mint"
      className="relative isolate overflow-hidden rounded-sheet bg-paper px-5 pt-14 pb-8 text-ink-on-paper sm:px-8 lg:px-14 lg:pt-24 lg:pb-14"
    >
      <EnvelopeFlap className="h-18 lg:h-29" />
      <div className="absolute inset-x-0 top-12 grid justify-items-center lg:top-22">
        <Wax />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-9 pt-9 lg:grid-cols-[1fr_26rem] lg:gap-14 lg:pt-12">
        <div className="text-center lg:text-left">
          <p className="mb-2 text-sm font-semibold lg:mb-3">{t("landing.letter_label")}</p>
          <h1 className="font-round text-xl whitespace-pre-line min-[22.5rem]:text-2xl">
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

/** Three steps from registration to the first answer. */
function Steps() {
  const { t } = useTexts();
  const steps = [
    { Icon: Box, title: t("landing.step_1"), text: t("landing.step_1_text") },
    { Icon: Link2, title: t("landing.step_2"), text: t("landing.step_2_text") },
    { Icon: PenLine, title: t("landing.step_3"), text: t("landing.step_3_text") },
  ];
  return (
    <section>
      <h2 className="mb-5 text-center text-xl lg:mb-8">{t("landing.how")}</h2>
      <ol className="mx-auto grid max-w-md list-none gap-4 lg:max-w-none lg:grid-cols-3 lg:gap-6">
        {steps.map(({ Icon, title, text }, index) => (
          <li
            key={title}
            className="flex items-start gap-4 rounded-xl bg-surface p-5 shadow-e2 lg:p-6"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
              <Icon size={24} aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <h3 className="text-md leading-snug">
                {index + 1}. {title}
              </h3>
              <p className="mt-1 text-sm text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An invitation to read the questions of communities, which are open to visitors. */
function Communities() {
  const { t, locale } = useTexts();
  return (
    <section className="mx-auto flex w-full max-w-md flex-wrap items-center justify-center gap-x-10 gap-y-4 rounded-sheet bg-brand-soft px-6 py-8 text-center text-ink-on-paper lg:max-w-4xl lg:flex-nowrap lg:text-left">
      <div className="w-44 max-w-full shrink-0 lg:w-56">
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

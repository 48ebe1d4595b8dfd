import { Link } from "@tanstack/react-router";
import { Box, Link2, PenLine } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { Wax } from "#ui/drawings/wax.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";
import { Examples } from "./examples.tsx";
import { Safety } from "./safety.tsx";
import { SignUpLinks } from "./sign-up-links.tsx";
import { Video } from "./video.tsx";

/** The columns of wide screens, whose left edges and axes the sections share. */
const twoAxes =
  "grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-8 xl:grid-cols-[minmax(0,1fr)_30rem] xl:gap-x-12 widest:grid-cols-[minmax(0,1fr)_36rem]";

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
    <div className="mx-auto grid page-width grid-cols-[minmax(0,1fr)] gap-12 px-4 pt-4 pb-14 md:px-6 lg:gap-20 lg:pt-6 lg:pb-20">
      <Invitation providerButtons={providerButtons} />
      <div className={cx("grid items-center gap-12", twoAxes)}>
        <Video />
        <Steps />
      </div>
      <Communities />
      {games}
      <Safety className={twoAxes} />
      <ClosingInvitation />
    </div>
  );
}

/**
 * The top of the page: an envelope, which says what the site is and has links to sign up, and an example. On phones, the
 * example lies in the envelope.
 */
function Invitation({ providerButtons }: { providerButtons: ReactNode }) {
  const { t } = useTexts();
  return (
    <section
      data-card-theme="mint"
      className={cx(
        "grid gap-9 text-ink-on-paper max-lg:overflow-hidden max-lg:rounded-sheet max-lg:bg-paper max-lg:pb-8",
        twoAxes,
      )}
    >
      <div className="relative isolate grid grid-cols-[minmax(0,1fr)] content-center overflow-hidden px-5 pt-23 text-center sm:px-8 lg:rounded-sheet lg:bg-paper lg:pt-36 lg:pb-14">
        <EnvelopeFlap className="h-18 lg:h-29" />
        <div className="absolute inset-x-0 top-12 grid justify-items-center lg:top-22">
          <Wax />
        </div>
        <p className="mb-2 text-sm font-semibold lg:mb-4">{t("landing.letter_label")}</p>
        <h1 className="font-round text-xl whitespace-pre-line min-[22.5rem]:text-2xl lg:text-display">
          {t("landing.headline")}
        </h1>
        <p className="mx-auto mt-3 max-w-lg whitespace-pre-line text-balance lg:mt-6 lg:text-lg">
          {t("landing.lead")}
        </p>
        <SignUpLinks className="mt-6 lg:mt-8" />
        <p className="mt-3 text-sm">{t("landing.free")}</p>
        {providerButtons}
      </div>
      <div className="px-5 sm:px-8 lg:self-center lg:px-0">
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
      <h2 className="mb-5 text-center text-xl lg:text-left">{t("landing.how")}</h2>
      <ol className="mx-auto grid max-w-md list-none gap-4 lg:max-w-none">
        {steps.map(({ Icon, title, text }, index) => (
          <li key={title} className="flex items-start gap-4 rounded-xl bg-surface p-5 shadow-e2">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
              <Icon size={24} aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <h3 className="text-md leading-snug">
                {index + 1}. {title}
              </h3>
              <p className="short-text mt-1 text-sm text-ink-2">{text}</p>
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
    <section
      className={cx(
        "mx-auto grid w-full max-w-md items-center justify-items-center gap-4 rounded-sheet bg-brand-soft px-6 py-8 text-center text-ink-on-paper lg:max-w-none lg:px-0 lg:text-left",
        twoAxes,
      )}
    >
      <div className="w-44 max-w-full lg:w-64">
        <FriendsDrawing />
      </div>
      <div className="min-w-0 lg:justify-self-start lg:pr-8">
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

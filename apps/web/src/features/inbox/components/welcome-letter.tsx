import { Link } from "@tanstack/react-router";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { PenLine } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";

/** The welcome letter to a new account, with a link to answer it. */
export function WelcomeLetter({ item }: { item: ReceivedItem }) {
  const { t, locale } = useTexts();
  return (
    <section aria-labelledby="welcome-letter">
      <h2 id="welcome-letter" className="mb-1.5 text-center text-lg leading-snug">
        {t("inbox.welcome_title")}
      </h2>
      <Card as="article" look="sheet" data-list-card="">
        <Letter
          seal={
            <span className="inline-flex items-center gap-1.5">
              <LogoMark size={16} />
              {t("common.from_service")}
            </span>
          }
          text={item.body}
          lang={getLanguageTag(item.locale)}
          heading={3}
          size="sm"
        />
        <CardBody className="grid gap-3 pb-3">
          <Link
            to="/$locale/q/$uuid"
            params={{ locale, uuid: item.uuid_hash }}
            className={buildButtonClass({ variant: "outline", size: "lg", isWide: true })}
            data-key="a enter"
          >
            <PenLine size={20} aria-hidden="true" />
            {t("inbox.welcome_answer")}
          </Link>
          <p className="text-center text-sm text-balance text-ink-2">{t("inbox.welcome_text")}</p>
        </CardBody>
      </Card>
    </section>
  );
}

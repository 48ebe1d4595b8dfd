import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { type Frame, Message, Points } from "./message.tsx";

interface MessageTermsProps extends Frame {
  on_agree: () => void;
}

/** What holds among people who write to each other; shown before the first message. */
export function MessageTerms({ on_agree, ...frame }: MessageTermsProps) {
  const { t, locale } = useTexts();
  const terms = (words: ReactNode) => (
    <Link
      to="/$locale/fxp/$slug"
      params={{ locale, slug: "terms" }}
      className="font-semibold text-brand underline"
    >
      {words}
    </Link>
  );
  function agree() {
    frame.on_open_change(false);
    on_agree();
  }
  return (
    <Message
      {...frame}
      title={t("modals.terms_title")}
      actions={
        <Button wide onClick={agree}>
          {t("modals.terms_agree")}
        </Button>
      }
    >
      <Points
        points={[t("modals.terms_kind"), t("modals.terms_private"), t("modals.terms_help")]}
      />
      <p className="mt-4 text-sm">{t.rich("modals.terms_more", {}, { terms })}</p>
    </Message>
  );
}

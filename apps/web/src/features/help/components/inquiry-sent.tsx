import { useEffect, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";

interface InquirySentProps {
  /** The address to which the operator replies. */
  email: string;
  onAnother: () => void;
}

/** Confirms that the inquiry was sent, and says what happens next. */
export function InquirySent({ email, onAnother }: InquirySentProps) {
  const { t } = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  // The form was removed together with the focus.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid animate-rise justify-items-center gap-2 text-center">
      <div className="w-44">
        <LetterArrivingDrawing />
      </div>
      <h2 ref={title} tabIndex={-1} className="mt-2 text-lg outline-none">
        {t("help.sent_title")}
      </h2>
      <p className="max-w-sm text-balance">
        {t.rich("help.sent_text", { email: <b>{email}</b> }, {})}
      </p>
      <p className="max-w-sm text-sm text-balance text-ink-2">{t("help.sent_next")}</p>
      <Button variant="outline" className="mt-4" onClick={onAnother}>
        {t("help.another")}
      </Button>
    </div>
  );
}

import { useEffect, useRef } from "react";
import { glideTo } from "#lib/glide.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Notice } from "#ui/notice.tsx";

/** The head of a form that was refused as a whole. */
export function Refusal({ message }: { message: string | undefined }) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const notice = place.current;
    const out_of_sight = notice && notice.getBoundingClientRect().top < 0;
    if (message && out_of_sight) glideTo(notice);
  }, [message]);
  if (!message) return null;
  return (
    <div ref={place}>
      <Notice tone="error" title={t("accounts.problem_heading")}>
        {message}
      </Notice>
    </div>
  );
}

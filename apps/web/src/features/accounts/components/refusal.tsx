import { type ReactNode, useEffect, useRef } from "react";
import { scrollSmoothlyTo } from "#lib/browser/smooth-scroll.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";

interface RefusalProps {
  message: string | undefined;
  /** Further help below the message. */
  children?: ReactNode;
}

/** The error message above a form that the server has refused; scrolls to it if it is out of sight. */
export function Refusal({ message, children }: RefusalProps) {
  const { t } = useTexts();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const notice = container.current;
    const isOutOfSight = notice && notice.getBoundingClientRect().top < 0;
    if (message && isOutOfSight) scrollSmoothlyTo(notice);
  }, [message]);
  if (!message) return null;
  return (
    <div ref={container}>
      <Callout tone="error" title={t("accounts.problem_heading")}>
        <p>{message}</p>
        {children}
      </Callout>
    </div>
  );
}

import { useAreCookiesBlocked } from "#lib/browser/cookies.ts";
import { Callout } from "./callout.tsx";

interface CookieNoticeProps {
  /** What needs cookies. */
  text: string;
  className?: string;
}

/** Says above a form that the browser must allow cookies; renders nothing if it does. */
export function CookieNotice({ text, className }: CookieNoticeProps) {
  if (!useAreCookiesBlocked()) return null;
  return (
    <div role="status" {...(className && { className })}>
      <Callout tone="warn">{text}</Callout>
    </div>
  );
}

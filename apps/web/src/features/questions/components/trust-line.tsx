import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { loadOverlay, Sheet } from "#ui/overlays/overlay.tsx";

const explanation = defineLazyModule(async () => (await import("./what-is-seen.tsx")).WhatIsSeen);

interface TrustLineProps {
  /** The receiver's name. */
  name: string;
  /** The typed text, whose beginning the explanation shows as the receiver sees it. */
  typed: string;
  isSignedIn: boolean;
  children: ReactNode;
}

/**
 * A line of text that opens an explanation of what the receiver sees, what is stored and what nobody can
 * promise. Without scripts, it is a link to the help page.
 */
export function TrustLine({ name, typed, isSignedIn, children }: TrustLineProps) {
  const { t, locale } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const WhatIsSeen = useLazyModule(explanation, isOpen, () => setIsOpen(false));

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(true);
  }
  function preload() {
    loadOverlay();
    void explanation.load().catch(() => undefined);
  }
  return (
    <>
      <Link
        to="/$locale/hp"
        params={{ locale }}
        hash="anonymity"
        preload={false}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
        className="inline-flex min-h-11 max-w-full items-center gap-1.5 py-2.5 rounded-sm text-sm font-semibold text-link"
      >
        <Lock size={16} className="shrink-0" aria-hidden="true" />
        <span className="min-w-0 underline decoration-dotted underline-offset-4">{children}</span>
      </Link>
      {WhatIsSeen && (
        <Sheet
          open={isOpen}
          onOpenChange={setIsOpen}
          title={t("questions.seen_title", { name })}
          closeLabel={t("common.close")}
        >
          <WhatIsSeen typed={typed} isSignedIn={isSignedIn} />
        </Sheet>
      )}
    </>
  );
}

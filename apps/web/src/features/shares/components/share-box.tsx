import { Copy, Share } from "lucide-react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Card } from "#ui/card.tsx";
import { useSharing } from "./sharing.tsx";
import { XMark } from "./x-mark.tsx";

/** On one's own profile: the link to be asked by, and the ways to spread it. */
export function ShareBox({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const path = `/${locale}/${account}`;
  const { url, tweet, copy, hand_over } = useSharing({ path, text: t("shares.own_text") });
  return (
    <Card as="section" className="grid gap-3">
      <div>
        <h2 className="text-lg">{t("shares.box_title")}</h2>
        <p className="text-sm text-ink-2">{t("shares.box_text")}</p>
      </div>
      <div className="flex items-center gap-2 rounded-full bg-surface-2 py-1 pr-1 pl-4">
        <span className="sr-only">{t("shares.box_link")}</span>
        <span className="min-w-0 flex-1 truncate text-sm font-semibold">
          {url.replace(/^https?:\/\//, "")}
        </span>
        <Button size="sm" onClick={copy}>
          <Copy size={16} aria-hidden="true" />
          {t("shares.copy_link")}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={tweet}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: "outline", className: "flex-1" })}
        >
          <XMark />
          {t("shares.post_to_x")}
        </a>
        {hand_over && (
          <Button variant="outline" className="flex-1" onClick={hand_over}>
            <Share size={18} aria-hidden="true" />
            {t("shares.share")}
          </Button>
        )}
      </div>
    </Card>
  );
}

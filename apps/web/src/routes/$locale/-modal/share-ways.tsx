import { Copy } from "lucide-react";
import { type Shared, useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { XMark } from "#ui/marks/x.tsx";

type ShareWaysProps = Shared & {
  /** Where the linked account posts instead. */
  without_x?: boolean;
};

/** The ways to pass a link on, below what is said about it. */
export function ShareWays({ without_x = false, ...shared }: ShareWaysProps) {
  const { t } = useTexts();
  const { tweet: page, copy } = useSharing(shared);
  const tweet = without_x ? undefined : page;
  return (
    <>
      {tweet && (
        <a
          href={tweet}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ wide: true })}
        >
          <XMark />
          {t("shares.post_to_x")}
        </a>
      )}
      <Button variant={page ? "outline" : "primary"} wide onClick={copy}>
        <Copy size={18} aria-hidden="true" />
        {t("shares.copy_link")}
      </Button>
    </>
  );
}

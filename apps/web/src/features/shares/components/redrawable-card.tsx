import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { redrawCard } from "../queries.ts";

/** The card of the profile, with a button that redraws it. */
export function RedrawableCard({ url, name }: { url: string; name: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => redrawCard(client),
    onSuccess: () => toasts.showToast(t("shares.image_redrawn"), { type: "success" }),
    onError: (error) => {
      const [reason] = error instanceof ApiError ? error.messages : [];
      toasts.showBar("error", reason ?? t("shares.image_failed"));
    },
  });
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <img
        src={url}
        alt={t("profiles.card_alt", { name })}
        width={1200}
        height={630}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line bg-paper text-sm text-ink-2"
      />
      <figcaption className="grid justify-items-start">
        <span className="text-xs text-ink-2">{t("shares.image_text")}</span>
        <Button
          variant="text"
          size="sm"
          alignsText
          isPending={isPending}
          pendingLabel={t("shares.image_pending")}
          onClick={() => mutate()}
        >
          <RefreshCw size={16} aria-hidden="true" />
          {t("shares.image_redraw")}
        </Button>
      </figcaption>
    </figure>
  );
}

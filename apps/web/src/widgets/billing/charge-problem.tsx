import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getOffer } from "@toibako/contract/billing/offers.ts";
import { type ReactNode, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { isReplyLost } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

/** Shows the offer anew after the price or the terms have changed. */
const refetchOffer = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [getOffer.name] });

/**
 * What the last page says after an attempt that failed: above its buttons, which a toast would cover. If the birthday is missing, `handle` asks for it and then calls
 * `repeat`.
 */
export function useChargeProblem() {
  const { t } = useTexts();
  const describe = useDescription();
  const client = useQueryClient();
  const modal = useModal();
  const [problem, setProblem] = useState<ReactNode>();

  function handle(error: unknown, repeat: () => void) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "birth_date_needed") {
      modal.open("message_birth_date", { repeat, text: t("billing.birth_date_text") });
      return;
    }
    if (code === "offer_changed") void refetchOffer(client);
    const { text, tone, more } = describe(error);
    setProblem(
      <Callout tone={tone} title={text}>
        {more}
      </Callout>,
    );
  }
  return { problem, handle, clear: () => setProblem(undefined) };
}

interface Description {
  text: string;
  tone: "error" | "warn";
  more?: ReactNode;
}

/** Returns the function that chooses the texts of a failed charge. */
function useDescription() {
  const { t, locale } = useTexts();
  const contact = t.rich(
    "billing.failed_contact_link",
    {},
    {
      link: (text) => (
        <Link
          to="/$locale/inquiry"
          params={{ locale }}
          target="_blank"
          className="font-semibold underline underline-offset-4"
        >
          {text}
        </Link>
      ),
    },
  );
  return (error: unknown): Description => {
    const { status, code } = error instanceof ApiError ? error : { status: 0, code: undefined };
    if (code === "offer_changed") {
      return {
        tone: "warn",
        text: t("billing.offer_changed"),
        more: t("billing.offer_changed_text"),
      };
    }
    if (code === "too_young") return { tone: "error", text: t("billing.too_young") };
    if (status === 404) return { tone: "error", text: t("billing.failed_contact"), more: contact };
    if (status === 422) return { tone: "warn", text: t("billing.already_using") };
    if (status === 400)
      return { tone: "error", text: describeFailure(error, t("billing.failed_retry")) };
    const text = t("billing.processing_failed");
    return isReplyLost(error) || code === "key_reused"
      ? { tone: "error", text, more: t("billing.processing_failed_lost") }
      : { tone: "error", text, more: t("billing.processing_failed_text") };
  };
}

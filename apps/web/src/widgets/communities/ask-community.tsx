import { Link } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { checkText, textLimits } from "@toibako/contract/text.ts";
import { Earth, Send } from "lucide-react";
import { type SubmitEvent, useRef, useState } from "react";
import { getIds, useAskCommunity } from "#features/communities/queries.ts";
import { getDiscardTexts } from "#features/questions/components/question-form-modal.tsx";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { getSendFailureTexts } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Field } from "#ui/forms/field.tsx";
import { WrittenTextNotice } from "#ui/forms/text-notice.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { DraftSheet } from "#ui/overlays/draft-sheet.tsx";
import type { ModalProps } from "#widgets/modals/modal-props.ts";

interface AskCommunityProps extends ModalProps {
  community: Pick<Community, "id" | "category_id" | "name">;
  /** Called after the question was sent. */
  onAsked?: (() => void) | undefined;
}

/** The form to ask a community. If it contains a text, closing it asks for confirmation. */
export function AskCommunity({ community, onAsked, open, onOpenChange }: AskCommunityProps) {
  const { t } = useTexts();
  const draft = `community_question:${community.id}`;
  const [text, write, discard] = useDraft(draft);
  return (
    <DraftSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("communities.ask_title", { name: community.name })}
      closeLabel={t("questions.close")}
      hasDraft={text.trim() !== ""}
      onDiscard={discard}
      discardTexts={getDiscardTexts(t)}
    >
      <AskForm
        community={community}
        draft={draft}
        text={text}
        write={write}
        onSent={() => {
          discard();
          onOpenChange(false);
          onAsked?.();
        }}
      />
    </DraftSheet>
  );
}

interface AskFormProps extends Pick<AskCommunityProps, "community"> {
  draft: string;
  text: string;
  write: (text: string) => void;
  onSent: () => void;
}

const problemTexts = {
  invalid_text_required: "questions.invalid_text_required",
  invalid_text_maxlength: "questions.invalid_text_maxlength",
  invalid_text_marks: "common.invalid_text_marks",
} as const;

function AskForm({ community, draft, text, write, onSent }: AskFormProps) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const ask = useAskCommunity(getIds(community), draft);
  const problem = checkText(text, textLimits.question);
  const [isRefused, setIsRefused] = useState(false);
  const shownProblem = text === "" && !isRefused ? undefined : problem;
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (ask.isPending) return;
    if (problem) {
      setIsRefused(true);
      field.current?.focus();
      return;
    }
    ask.mutate(text, {
      onSuccess({ uuid_hash: uuid }) {
        toasts.showBar("success", t("communities.asked"), {
          action: {
            label: t("communities.see_question"),
            link: (
              <Link
                to="/$locale/communities/$community_id/categories/$category_id/items/$uuid"
                params={{ locale, ...getIds(community), uuid }}
              />
            ),
          },
        });
        onSent();
      },
      onError: (error) =>
        toasts.showBar(
          "error",
          getSendFailureTexts(t, error, t("communities.ask_failed")).join(" "),
        ),
    });
  }
  return (
    <form
      method="dialog"
      onSubmit={submit}
      className="grid gap-4"
      aria-busy={ask.isPending}
      noValidate
    >
      <p className="flex items-start gap-3 rounded-lg bg-brand-soft px-4 py-3 text-sm text-ink-on-paper">
        <Earth size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>{t("communities.ask_public")}</span>
      </p>
      <Field
        label={t("communities.ask_label")}
        isLabelHidden
        required
        error={shownProblem && t(problemTexts[shownProblem], { length: textLimits.question })}
      >
        <Textarea
          ref={field}
          name="body"
          rows={4}
          value={text}
          onChange={(event) => write(event.target.value)}
          placeholder={t("communities.ask_placeholder")}
          limit={textLimits.question}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
          readOnly={ask.isPending}
        />
      </Field>
      <WrittenTextNotice text={text} />
      <Button
        type="submit"
        size="lg"
        isWide
        isPending={ask.isPending}
        pendingLabel={t("questions.sending")}
      >
        <Send size={20} aria-hidden="true" />
        {t("questions.send")}
      </Button>
      <div className="grid gap-1 text-center text-xs text-balance text-ink-2">
        <p>{t("questions.emoji_notice")}</p>
        <Agreement />
      </div>
    </form>
  );
}

function Agreement() {
  const { t, locale } = useTexts();
  return (
    <p>
      {t.rich(
        "questions.agreement",
        {},
        {
          terms: (children) => (
            <Link to="/$locale/fxp/$slug" params={{ locale, slug: "terms" }} className="underline">
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}

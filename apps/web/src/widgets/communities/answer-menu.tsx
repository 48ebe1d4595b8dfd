import type { CommunityAnswer } from "@toibako/contract/communities/questions.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { Ban, Ellipsis, Eye, EyeOff, Flag, PenLine, Trash2 } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useMinutesLeft } from "#features/answers/components/minutes-left.tsx";
import { useSetSensitivity } from "#features/answers/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Menu, type MenuEntry } from "#ui/overlays/menu.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

interface AnswerMenuProps {
  answer: CommunityAnswer;
  language: Locale;
}

/**
 * The menu of an answer. The answerer can edit the answer, mark it as sensitive and delete it; others can report
 * or block.
 */
export function AnswerMenu(props: AnswerMenuProps) {
  return props.answer.is_mine ? <OwnMenu {...props} /> : <OthersMenu {...props} />;
}

function AnswerMenuButton({ entries }: { entries: () => MenuEntry[] }) {
  const { t } = useTexts();
  return (
    <span className="noscript:hidden">
      <Menu
        trigger={
          <IconButton label={t("answers.menu")} icon={<Ellipsis size={22} aria-hidden="true" />} />
        }
        entries={entries}
      />
    </span>
  );
}

function OwnMenu({ answer, language }: AnswerMenuProps) {
  const { t } = useTexts();
  const modal = useModal();
  const toasts = useToasts();
  const isEditable = useMinutesLeft(answer.answered_at) > 0;
  const { id, text, answered_at, is_ad_default, associated_question } = answer;
  const sensitivity = useSetSensitivity(associated_question.uuid_hash);

  function toggleSensitivity() {
    sensitivity.mutate(!is_ad_default, {
      onError: (error) =>
        toasts.showBar("error", describeFailure(error, t("answers.sensitive_failed"))),
    });
  }
  const edit: MenuEntry = {
    key: "edit",
    label: t("answers.edit"),
    icon: <PenLine size={20} aria-hidden="true" />,
    onSelect: () =>
      modal.open("edit_answer", {
        answer: { id, text, answered_at, chosen_option: null },
        question: { locale: language },
      }),
  };
  return (
    <AnswerMenuButton
      entries={() => [
        ...(isEditable ? [edit] : []),
        {
          key: "sensitive",
          label: t(is_ad_default ? "communities.mark_sensitive" : "communities.unmark_sensitive"),
          icon: is_ad_default ? (
            <EyeOff size={20} aria-hidden="true" />
          ) : (
            <Eye size={20} aria-hidden="true" />
          ),
          disabled: sensitivity.isPending,
          onSelect: toggleSensitivity,
        },
        {
          key: "delete",
          label: t("answers.delete"),
          icon: <Trash2 size={20} aria-hidden="true" />,
          isDangerous: true,
          onSelect: () => modal.open("delete_answer", { answer_id: id, isInCommunity: true }),
        },
      ]}
    />
  );
}

function OthersMenu({ answer }: AnswerMenuProps) {
  const { t } = useTexts();
  const modal = useModal();
  const isSignedIn = useCurrentUser() !== undefined;
  const { account, displaying_name } = answer.answering_user;
  const invite = () => modal.open("invite", { isForCommunities: true });
  return (
    <AnswerMenuButton
      entries={() => [
        {
          key: "block",
          label: t("communities.block_answerer", { name: displaying_name }),
          icon: <Ban size={20} aria-hidden="true" />,
          onSelect: () =>
            isSignedIn ? modal.open("block_account", { account, displaying_name }) : invite(),
        },
        {
          key: "report",
          label: t("moderation.report"),
          icon: <Flag size={20} aria-hidden="true" />,
          isDangerous: true,
          onSelect: () =>
            isSignedIn
              ? modal.open("report_public", { content: { answer_id: answer.id } })
              : invite(),
        },
      ]}
    />
  );
}

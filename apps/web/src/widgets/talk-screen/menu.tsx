import { useQueryClient } from "@tanstack/react-query";
import type { Talk } from "@toibako/contract/talks.ts";
import {
  Bell,
  BellOff,
  CornerDownLeft,
  EllipsisVertical,
  Flag,
  MailCheck,
  MailX,
  Trash2,
  UserRoundCheck,
} from "lucide-react";
import { useState } from "react";
import { newestMessagesQuery } from "#features/messages/queries.ts";
import { useRemoveTalk, useShowStarter, useUpdateTalk } from "#features/talks/queries.ts";
import { useEnterSends } from "#lib/conversation/enter-sends.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Menu, type MenuEntry } from "#ui/overlays/menu.tsx";

interface TalkMenuProps {
  talk: Talk;
  onReport: () => void;
  /** Called after the talk was removed from the list. */
  onRemoved: () => void;
}

type Question = "show" | "remove";

/** What the reader can do with a talk. What can't be undone is asked about first. */
export function TalkMenu({ talk, onReport, onRemoved }: TalkMenuProps) {
  const { t } = useTexts();
  const [question, setQuestion] = useState<Question>();
  const change = useChange(talk.uuid);
  const [enterSends, setEnterSends] = useEnterSends();
  const { is_muted, is_ended, is_starter, is_starter_shown } = talk;

  const mute: MenuEntry = {
    key: "mute",
    label: t(is_muted ? "messages.unmute" : "messages.mute"),
    icon: is_muted ? <Bell size={20} /> : <BellOff size={20} />,
    onSelect: () => void change({ is_muted: !is_muted }),
  };
  const enter: MenuEntry = {
    key: "enter",
    label: t(enterSends ? "messages.enter_adds_line" : "messages.enter_sends"),
    icon: <CornerDownLeft size={20} />,
    onSelect: () => setEnterSends(!enterSends),
  };
  const show: MenuEntry = {
    key: "show",
    label: t("messages.show"),
    icon: <UserRoundCheck size={20} />,
    onSelect: () => setQuestion("show"),
  };
  const end: MenuEntry = {
    key: "end",
    label: t(is_ended ? "messages.resume" : "messages.end"),
    icon: is_ended ? <MailCheck size={20} /> : <MailX size={20} />,
    onSelect: () => void change({ is_ended: !is_ended }),
  };
  const report: MenuEntry = {
    key: "report",
    label: t("talks.report"),
    icon: <Flag size={20} />,
    onSelect: onReport,
  };
  const remove: MenuEntry = {
    key: "remove",
    label: t("messages.remove"),
    icon: <Trash2 size={20} />,
    isDangerous: true,
    onSelect: () => setQuestion("remove"),
  };
  const listEntries = () => [
    mute,
    ...(enterSends === undefined ? [] : [enter]),
    ...(is_starter && !is_starter_shown ? [show] : []),
    end,
    report,
    remove,
  ];
  const ask = (name: Question) => ({
    open: question === name,
    onOpenChange: (isOpen: boolean) => setQuestion(isOpen ? name : undefined),
    cancelLabel: t("common.cancel"),
    failureText: t("talks.change_failed"),
  });
  return (
    <>
      <Menu
        trigger={<IconButton label={t("messages.menu")} icon={<EllipsisVertical size={22} />} />}
        entries={listEntries}
      />
      <ShowDialog uuid={talk.uuid} {...ask("show")} />
      <RemoveDialog uuid={talk.uuid} onRemoved={onRemoved} {...ask("remove")} />
    </>
  );
}

/** Mutes or ends the talk, and says whether it has worked. */
function useChange(uuid: string) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutateAsync } = useUpdateTalk(uuid);
  return async (changes: Parameters<typeof mutateAsync>[0]) => {
    try {
      const { is_muted, is_ended } = await mutateAsync(changes);
      if (changes.is_muted !== undefined)
        toasts.showToast(t(is_muted ? "messages.muted" : "messages.unmuted"), { type: "success" });
      else
        toasts.showToast(t(is_ended ? "messages.ended" : "messages.resumed"), { type: "success" });
    } catch (error) {
      toasts.showBar("error", describeFailure(error, t("talks.change_failed")));
    }
  };
}

interface QuestionProps {
  uuid: string;
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  cancelLabel: string;
  failureText: string;
}

function ShowDialog({ uuid, ...dialog }: QuestionProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutateAsync } = useShowStarter(uuid);
  async function show() {
    await mutateAsync();
    toasts.showToast(t("messages.shown"), { type: "success" });
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={t("messages.show_title")}
      confirmLabel={t("messages.show_confirm")}
      processingLabel={t("messages.showing")}
      onConfirm={show}
    >
      {t("messages.show_text")}
    </ConfirmDialog>
  );
}

function RemoveDialog({ uuid, onRemoved, ...dialog }: QuestionProps & { onRemoved: () => void }) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const { mutateAsync } = useRemoveTalk(uuid);
  async function remove() {
    await mutateAsync();
    // If the talk comes back with a new message, it is without the removed ones.
    client.removeQueries({ queryKey: newestMessagesQuery(uuid, locale).queryKey });
    onRemoved();
  }
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t("talks.remove_title")}
      confirmLabel={t("talks.remove")}
      processingLabel={t("talks.removing")}
      onConfirm={remove}
    >
      {t("talks.remove_text")}
    </ConfirmDialog>
  );
}

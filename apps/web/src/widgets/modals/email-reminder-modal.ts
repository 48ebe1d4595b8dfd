import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { emailReminderQuery } from "#features/mails/queries.ts";
import { useIsModalOpen, useModal } from "./modal-host.tsx";

/** If the server says that a reminder is due, asks an account for an address, as soon as no other modal is open. */
export function useEmailReminder(): void {
  const { site } = useRouter().options.context;
  const user = useCurrentUser();
  const client = useQueryClient();
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  const enabled = site.has_mail && user?.confirmed_email === null;
  const { data } = useQuery({ ...emailReminderQuery(), enabled });
  const reason = data?.reason;
  const isOpening = enabled && Boolean(reason) && !isModalOpen;
  const remind = useEffectEvent(() => {
    if (!reason) return;
    client.setQueryData(emailReminderQuery().queryKey, { reason: null });
    modal.open("email_reminder", { reason });
  });
  useEffect(() => {
    if (isOpening) remind();
  }, [isOpening]);
}

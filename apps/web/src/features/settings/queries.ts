import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { resendEmailConfirmation } from "@toibako/contract/mails.ts";
import { putAccount, putProfile, putUser, type Settings } from "@toibako/contract/settings.ts";
import { useState } from "react";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";
import { broadcastToTabs } from "#lib/http/page-session.ts";

/** Mutations with this scope run one after the other, so that the last choice is the stored one. */
const scope = { id: "settings" };

/** Saves settings and updates the cached account; a failure is shown by the form that saves. */
export function useSaving() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: async (settings: Settings) => (await send(putUser, { body: settings })).data,
    onSuccess: (saved, settings) => {
      updateCachedAccount(client, saved, Object.keys(settings));
      return waitForCacheNotification();
    },
  });
}

/** Uploads a picture for the account and updates the cached account. */
export function usePictureUpload() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: async (picture: Blob) =>
      (await send(putProfile, { body: {}, files: { "user[icon]": picture } })).data,
    onSuccess: (saved) => {
      updateCachedAccount(client, saved, ["avatar"]);
      return waitForCacheNotification();
    },
  });
}

/** Registers the account's birthday, once. */
export function useBirthdayRegistration() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: async (birthday: Record<string, string>) =>
      (await send(putProfile, { body: { user: birthday } })).data,
    onSuccess: (saved) => updateCachedAccount(client, saved, []),
  });
}

/** Changes the handle of the account, which other tabs and all lists show. */
export function useHandleChange() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: async (body: { account: string }) => (await send(putAccount, { body })).data,
    onSuccess: (saved) => {
      updateCachedAccount(client, saved, ["account"]);
      broadcastToTabs({ renamed: saved.user.id });
      return waitForCacheNotification();
    },
  });
}

/** Settings on which other replies than the account's depend. After a change, these replies are refetched. */
const fieldsInOtherReplies = [
  "account",
  "displaying_name",
  "self_introduction",
  "avatar",
  "card_theme",
  "time_zone",
  "is_show_sensitive_content",
] as const;

function updateCachedAccount(
  client: QueryClient,
  saved: { user: CurrentUser },
  changed: readonly string[],
): void {
  const { queryKey } = api.query(getCurrentUser);
  client.setQueryData(queryKey, saved);
  if (!fieldsInOtherReplies.some((field) => changed.includes(field))) return;
  void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

export type SavingState = "idle" | "saving" | "saved" | "failed";

/** Sends the mail with the link that confirms the account's address again. */
export const resendConfirmationMail = () => send(resendEmailConfirmation, {});

type Choice = Exclude<keyof Settings, "displaying_name" | "self_introduction" | "email">;

/**
 * One setting that is saved as soon as it is chosen. The choice is shown at once. It stays shown if saving
 * fails, and `retry` saves it again.
 */
export function useSetting<C extends Choice>(user: CurrentUser, field: C) {
  const { mutate, status, error } = useSaving();
  // The mutation sets its `variables` a moment later, so a switch that showed them would flicker.
  const [chosen, setChosen] = useState<CurrentUser[C]>();
  function choose(value: CurrentUser[C]) {
    setChosen(() => value);
    mutate({ [field]: value }, { onSuccess: () => setChosen(undefined) });
  }
  return {
    value: chosen ?? user[field],
    choose,
    retry: () => chosen !== undefined && choose(chosen),
    state: states[status],
    error,
  };
}

const states = { idle: "idle", pending: "saving", success: "saved", error: "failed" } as const;

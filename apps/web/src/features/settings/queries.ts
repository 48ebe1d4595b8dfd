import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { resendEmailConfirmation } from "@toibako/contract/mails.ts";
import { putAccount, putProfile, putUser, type Settings } from "@toibako/contract/settings.ts";
import { useState } from "react";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";
import { broadcastToTabs } from "#lib/http/page-session.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";

/** Mutations with this scope run one after another, so that the last choice is stored last. */
const scope = { id: "settings" };

/** Saves settings and updates the cached account. */
export function useSaveSettings() {
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

/** Registers the account's birthday, which is possible only once. */
export function useBirthdayRegistration() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: async (birthday: Record<string, string>) =>
      (await send(putProfile, { body: { user: birthday } })).data,
    onSuccess: (saved) => updateCachedAccount(client, saved, []),
  });
}

/** Changes the handle, and tells other tabs, which show the former handle. */
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

/** The settings that replies of other endpoints depend on. Changing one invalidates all queries. */
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
  changedFields: readonly string[],
): void {
  const { queryKey } = api.query(getCurrentUser);
  client.setQueryData(queryKey, saved);
  if (!fieldsInOtherReplies.some((field) => changedFields.includes(field))) return;
  void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

export type SavingState = "idle" | "saving" | "saved" | "failed";

/** Mails the link that confirms the account's address once more. */
export const resendConfirmationMail = () => send(resendEmailConfirmation, {});

type ChosenField = Exclude<keyof Settings, "displaying_name" | "self_introduction" | "email">;

/**
 * A setting that is saved as soon as it is chosen. The page shows the choice at once. If saving fails, the
 * page still shows the choice, a toast says that it was not saved, and `retry` saves it again.
 */
export function useSetting<Field extends ChosenField>(user: CurrentUser, field: Field) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, status, error } = useSaveSettings();
  // Not the mutation's `variables`, which are set a moment later: the switch would flicker.
  const [chosen, setChosen] = useState<CurrentUser[Field]>();
  function choose(value: CurrentUser[Field]) {
    setChosen(() => value);
    mutate(
      { [field]: value },
      {
        onSuccess: () => setChosen(undefined),
        onError: () => toasts.showToast(t("settings.save_failed"), { type: "error" }),
      },
    );
  }
  return {
    value: chosen ?? user[field],
    choose,
    retry: () => chosen !== undefined && choose(chosen),
    state: savingStates[status],
    error,
  };
}

const savingStates = {
  idle: "idle",
  pending: "saving",
  success: "saved",
  error: "failed",
} as const;

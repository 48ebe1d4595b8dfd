import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { putUser, type Settings } from "@toibako/contract/settings.ts";
import { useState } from "react";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";

/** Saves one setting after the other, so that the last choice wins. */
const scope = { id: "settings" };

/** Saves settings and updates the cached account; a failure is shown by the form that saves. */
export function useSaving() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: async (settings: Settings) => (await send(putUser, { body: settings })).data,
    onSuccess: (saved, settings) => {
      refresh(client, saved, settings);
      return waitForCacheNotification();
    },
  });
}

const fieldsOfOtherReplies = [
  "displaying_name",
  "self_introduction",
  "avatar",
  "card_theme",
  "time_zone",
  "is_show_sensitive_content",
] as const;

function refresh(client: QueryClient, saved: { user: CurrentUser }, settings: Settings): void {
  const { queryKey } = api.query(getCurrentUser);
  client.setQueryData(queryKey, saved);
  if (fieldsOfOtherReplies.every((field) => settings[field] === undefined)) return;
  void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

export type SavingState = "idle" | "saving" | "saved" | "failed";

type Choice = Exclude<keyof Settings, "displaying_name" | "self_introduction">;

/**
 * One setting that is saved as soon as it is chosen. The choice is shown at once, and stays shown if
 * saving fails, with a way to retry.
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

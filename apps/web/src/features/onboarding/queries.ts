import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import {
  getTutorial,
  type InitialSetting,
  putInitialSetting,
  putTutorial,
  type TutorialStatus,
} from "@toibako/contract/onboarding.ts";
import { useEffect, useEffectEvent } from "react";
import { api, send } from "#lib/http/client.ts";

/** The tutorial's status. Fetched once, because only the buttons of the tutorial change it. */
export const tutorialQuery = () =>
  queryOptions({ ...api.query(getTutorial), staleTime: Number.POSITIVE_INFINITY });

/** The status of the tutorial, and a function that saves a later one. A failed request calls `onFailed`. */
export function useTutorial(onFailed: () => void) {
  const client = useQueryClient();
  const { data, isError } = useQuery(tutorialQuery());
  const move = useMutation({
    mutationFn: (tutorial_status: TutorialStatus) =>
      send(putTutorial, { body: { tutorial_status } }),
    onSuccess: (reply) => client.setQueryData(tutorialQuery().queryKey, reply.data),
    onError: onFailed,
  });
  const reportFailure = useEffectEvent(onFailed);
  useEffect(() => {
    if (isError) reportFailure();
  }, [isError]);
  return {
    status: data?.tutorial_status,
    /** Whether the status couldn't be read. */
    isUnknown: isError,
    moveTo: move.mutate,
    isPending: move.isPending,
  };
}

interface OnboardingEntries {
  body: InitialSetting;
  picture: Blob | undefined;
}

/** Saves the entries of the onboarding, and updates the cached account. */
export function useInitialSetting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, picture }: OnboardingEntries) => {
      const files = picture && { files: { "user[icon]": picture } };
      return (await send(putInitialSetting, { body, ...files })).data;
    },
    onSuccess: (saved) => client.setQueryData(api.query(getCurrentUser).queryKey, saved),
  });
}

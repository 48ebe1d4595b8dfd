import { useCurrentUser } from "#features/accounts/queries.ts";

/** Whether the viewer chose to see sensitive questions like any other. */
export function useShowsSensitive(): boolean {
  return useCurrentUser()?.is_show_sensitive_content ?? false;
}

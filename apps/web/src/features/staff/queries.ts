import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type Case,
  type CaseKind,
  closeCase,
  decideCase,
  listCases,
  openCase,
  postCaseNote,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import { enterConsole, leaveConsole } from "@toibako/contract/staff/console.ts";
import { ApiError, api, send } from "#lib/http/client.ts";

export interface CaseSearch {
  state?: "decided" | undefined;
  kind?: CaseKind | undefined;
  /** The id of the last case of the page before. */
  after?: string | undefined;
}

/** Milliseconds after which the queue is read again, so that it shows who holds what. */
const queueInterval = 5_000;

export const casesQuery = ({ state, kind, after }: CaseSearch) => ({
  ...api.query(listCases, {
    query: {
      ...(state !== undefined && { state }),
      ...(kind !== undefined && { kind }),
      ...(after !== undefined && { after }),
    },
  }),
  refetchInterval: queueInterval,
});

/** Whether staff must enter the console first. */
export const isConsoleClosed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "console_closed";

/** Enters the console with a code or a passkey, and reads again what was refused. */
export async function enter(
  client: QueryClient,
  body: Input<typeof enterConsole>["body"],
): Promise<void> {
  await send(enterConsole, { body });
  await client.invalidateQueries();
}

export const leave = () => send(leaveConsole);

export const caseKey = (id: string) => [openCase.name, id];

/** Opens a case, which holds it or renews the lease. */
export const readCase = async (id: string): Promise<Case> =>
  (await send(openCase, { params: { id } })).data.case;

export const giveBackCase = (id: string) => send(closeCase, { params: { id } });

/** Refetches a case and the lists after a change. */
async function refreshCase(client: QueryClient, id: string): Promise<void> {
  await Promise.all(
    [caseKey(id), [listCases.name]].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

export type Decision = Input<typeof decideCase>["body"];

export function useDecide(id: string, onDecided: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) => send(decideCase, { params: { id }, body }),
    // Here and not where it is called, because the form disappears with the refreshed case.
    onSuccess: onDecided,
    // Also after a refusal, which says that somebody else has changed the case.
    onSettled: () => refreshCase(client, id),
  });
}

export function useUndo(case_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(undoAction, { params: { id } }),
    onSettled: () => refreshCase(client, case_id),
  });
}

export const sendNote = (id: string, text: string, idempotency_key: string) =>
  send(postCaseNote, { params: { id }, body: { text } }, { idempotency_key });

export const refreshNotes = refreshCase;

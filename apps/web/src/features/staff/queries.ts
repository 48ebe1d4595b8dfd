import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type Case,
  caseKinds,
  closeCase,
  decideCase,
  listCases,
  openCase,
  postCaseNote,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import { enterConsole, leaveConsole, renewConsole } from "@toibako/contract/staff/console.ts";
import { getOverview } from "@toibako/contract/staff/overview.ts";
import { askToOpenSeal, decideSeal, listSeals, readSeal } from "@toibako/contract/staff/seals.ts";
import { useEffect } from "react";
import { ApiError, api, send } from "#lib/http/client.ts";
import { listenToEvents } from "#lib/http/event-stream.ts";

export interface CaseSearch {
  state?: "decided" | undefined;
  /** A kind of cases, or another word of an address. */
  kind?: string | undefined;
  /** The id of the last case of the page before. */
  after?: string | undefined;
}

/** Milliseconds after which the queue is read again, for new reports and for leases that have ended. */
const queueInterval = 15_000;

export const casesQuery = ({ state, kind: typed, after }: CaseSearch) => {
  const kind = caseKinds.find((known) => known === typed);
  return {
    ...api.query(listCases, {
      query: { ...(state && { state }), ...(kind && { kind }), ...(after && { after }) },
    }),
    refetchInterval: queueInterval,
  };
};

export const overviewQuery = () => ({
  ...api.query(getOverview),
  refetchInterval: queueInterval,
});

/** Reads again what is shown of the queue whenever other staff have taken, given back or decided a case. */
export function useCaseHints(user_id: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (user_id === undefined) return;
    const refresh = () => {
      for (const { name } of [listCases, getOverview, openCase])
        void client.invalidateQueries({ queryKey: [name] });
    };
    return listenToEvents(user_id, {
      onEvent: ({ kind }) => {
        if (kind === "cases") refresh();
      },
      onOpen: () => {},
      onClose: () => {},
    });
  }, [client, user_id]);
}

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

export const renew = () => send(renewConsole);

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

/** The requests to open sealed records: those that wait, or all of a case. */
export const sealsQuery = (query: { state?: "open"; case_id?: string; after?: string }) =>
  api.query(listSeals, { query });

const refreshSeals = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [listSeals.name] });

/** Asks to open the record of a case's question. */
export function useAskToOpen(id: string, onAsked: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => send(askToOpenSeal, { params: { id }, body: { reason } }),
    onSuccess: onAsked,
    onSettled: () => refreshSeals(client),
  });
}

export function useDecideSeal(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_approved: boolean) =>
      send(decideSeal, { params: { id }, body: { is_approved } }),
    onSettled: () => refreshSeals(client),
  });
}

/** Reads a record, which can be read once. It is in no cache and goes with the page. */
export function useReadSeal(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(readSeal, { params: { id } }),
    gcTime: 0,
    onSettled: () => refreshSeals(client),
  });
}

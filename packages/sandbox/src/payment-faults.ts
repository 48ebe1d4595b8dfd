import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";

/** What happens to a call in place of its normal reply. */
export type Fault =
  /** The connection is cut before anything is done. */
  | { kind: "lost_request" }
  /** The call is carried out, and the connection is cut instead of a reply. */
  | { kind: "lost_reply" }
  /** The call is carried out, and the reply comes so many milliseconds later, or never after the server's own limit. */
  | { kind: "delay"; ms: number }
  /** The reply is an error of these codes, whether or not the call is carried out. */
  | { kind: "error"; codes: string[]; isCarriedOut?: boolean }
  /** A machine in between replies with this status. */
  | { kind: "status"; status: number; isCarriedOut?: boolean };

/** Faults that tests have planned, each for a number of calls of one name. */
export interface PaymentFaults {
  /** Lets the next `times` calls of this name fail; `*` stands for all names. */
  plan(call: string, fault: Fault, times?: number): void;
  take(call: string): Fault | undefined;
  clear(): void;
}

export function createPaymentFaults(): PaymentFaults {
  const planned: { call: string; fault: Fault; times: number }[] = [];
  return {
    plan: (call, fault, times = 1) => void planned.push({ call, fault, times }),
    take: (call) => {
      const found = planned.find((one) => one.times > 0 && (one.call === call || one.call === "*"));
      if (found) found.times -= 1;
      return found?.fault;
    },
    clear: () => void planned.splice(0),
  };
}

/** The provider cuts connections after this time. */
const cutMilliseconds = 15_000;

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

/** Carries out a call and replies, except where the fault says otherwise. */
export async function replyWithFault(
  fault: Fault | undefined,
  response: ServerResponse,
  carryOut: () => Reply | Promise<Reply>,
  createError: (codes: string[]) => Reply,
): Promise<void> {
  const isSkipped =
    fault?.kind === "lost_request" ||
    ((fault?.kind === "error" || fault?.kind === "status") && !fault.isCarriedOut);
  const normal = isSkipped ? undefined : await carryOut();
  if (fault?.kind === "delay") await setTimeout(Math.min(fault.ms, cutMilliseconds));
  const isCut = fault?.kind === "delay" && fault.ms >= cutMilliseconds;
  if (fault?.kind === "lost_request" || fault?.kind === "lost_reply" || isCut) {
    response.socket?.destroy();
    return;
  }
  const reply = chooseReply(fault, normal, createError);
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

function chooseReply(
  fault: Fault | undefined,
  normal: Reply | undefined,
  createError: (codes: string[]) => Reply,
): Reply {
  if (fault?.kind === "status") return { status: fault.status, headers: {}, body: "<html></html>" };
  if (fault?.kind === "error" || !normal) {
    return createError(fault?.kind === "error" ? fault.codes : []);
  }
  return normal;
}

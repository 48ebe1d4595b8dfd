import type { Secrets } from "#platform/identity/secrets.ts";
import { sealSender } from "../features/questions/queries/sender.ts";

/**
 * Creates the columns of a demo question that store its sender: a visitor who asked only this question.
 * Bytes are in hexadecimal.
 */
export function createSenderColumns(
  secrets: Secrets,
  { uuid_hash }: { uuid_hash: string },
  receiver_pk: number,
) {
  const identity = secrets.deriveVisitorIdentity(`demo:${uuid_hash}`);
  const { sender } = sealSender(secrets, uuid_hash, { identity, user_pk: null });
  return {
    tag: secrets.deriveSenderTag(identity, 1).toString("hex"),
    sender: sender.toString("hex"),
    pseudonym: secrets.deriveSenderPseudonym(receiver_pk, identity).toString("hex"),
  };
}

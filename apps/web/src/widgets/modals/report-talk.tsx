import { CalmOffer } from "#features/moderation/components/calm-offer.tsx";
import { ReportSheet } from "#features/talks/components/report-sheet.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Reports a talk and, if wanted, blocks the partner. */
export function ReportTalk({ uuid, ...frame }: ModalProps & { uuid: string }) {
  // A report of another talk starts anew.
  return <ReportSheet key={uuid} uuid={uuid} calmOffer={<CalmOffer opensTab />} {...frame} />;
}

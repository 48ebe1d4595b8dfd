import type { Talk } from "@toibako/contract/talks.ts";
import type { Translate } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";

type WithPartner = Pick<Talk, "uuid" | "partner" | "is_starter" | "is_starter_shown">;

/** Whether the partner of a talk is its starter, who hasn't shown who they are. */
export const isPartnerAnonymous = ({ is_starter, is_starter_shown }: WithPartner): boolean =>
  !is_starter && !is_starter_shown;

/** Returns the name of the partner: a placeholder for an anonymous one, and for one who has left. */
export function describePartner(talk: WithPartner, t: Translate): string {
  const { partner } = talk;
  if (!partner || isPartnerAnonymous(talk)) return t("talks.anonymous");
  if (partner.account === null) return partner.displaying_name || t("talks.has_left");
  return partner.displaying_name;
}

/** The picture of the partner: for an anonymous one, and one who has left, a drawing of this talk. */
export function PartnerIcon({ talk, size }: { talk: WithPartner; size: number }) {
  const { uuid, partner } = talk;
  return <Avatar seed={partner?.account ?? uuid} src={partner?.icon_url} size={size} />;
}

import { retentionDays } from "@toibako/contract/privacy.ts";
import {
  type SealedRecord,
  type SealRequest,
  sealReadMinutes,
} from "@toibako/contract/staff/seals.ts";
import { useEffect, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { useDecideSeal, useReadSeal } from "../queries.ts";
import { StaffDate } from "./staff-date.tsx";

interface SealProps {
  seal: SealRequest;
  /** Whether the reader is an admin, who decides on what others ask. */
  isAdmin: boolean;
  /** Whether the record can be read here. In a list it would disappear, because it waits no longer when it has been read. */
  isReadable?: boolean;
}

/** A request to open a sealed record: who asks and why, what was decided, and the record while it is shown. */
export function Seal({ seal, isAdmin, isReadable = false }: SealProps) {
  const { t } = useTexts();
  const decide = useDecideSeal(seal.id);
  const read = useReadSeal(seal.id);
  const error = decide.error ?? read.error;
  const { status, is_own, asker, decider, reason, asked_at, ends_at } = seal;
  const isOpen = status === "waiting" || status === "approved";
  return (
    <Card as="article" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b>{t(`staff.seal_${status}`)}</b>
        <span className="text-sm text-ink-2">
          <StaffDate form="minute" at={asked_at} /> <bdi translate="no">@{asker.account}</bdi>
        </span>
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {reason}
      </p>
      {decider && (
        <p className="text-sm text-ink-2">
          {t("staff.seal_decided_by", { name: `@${decider.account}` })}
        </p>
      )}
      {isOpen && (
        <p className="text-sm text-ink-2">
          {t("staff.seal_ends")} <StaffDate form="minute" at={ends_at} />
        </p>
      )}
      {error && <Callout tone="error">{describeFailure(error, t("staff.failed"))}</Callout>}
      {status === "waiting" && isAdmin && !is_own && (
        <div className="flex flex-wrap gap-3">
          <Button isPending={decide.isPending} onClick={() => decide.mutate(true)}>
            {t("staff.seal_approve")}
          </Button>
          <Button
            variant="outline"
            isPending={decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            {t("staff.seal_refuse")}
          </Button>
        </div>
      )}
      {status === "approved" && is_own && isReadable && (
        <>
          <p className="text-sm text-ink-2">{t("staff.seal_read_once", { n: sealReadMinutes })}</p>
          <Button
            className="justify-self-start"
            isPending={read.isPending}
            onClick={() => read.mutate()}
          >
            {t("staff.seal_open")}
          </Button>
        </>
      )}
      {read.data && <ShownRecord record={read.data.data.record} onEnd={() => read.reset()} />}
    </Card>
  );
}

const millisecondsPerMinute = 60_000;

/** Who has sent the question, until the time is over. The clock of the device may be wrong, so it isn't compared. */
function ShownRecord({ record, onEnd }: { record: SealedRecord; onEnd: () => void }) {
  const { t } = useTexts();
  const [end] = useState(() => onEnd);
  const { shown_until, sender, kind, address } = record;
  useEffect(() => {
    const timer = setTimeout(end, sealReadMinutes * millisecondsPerMinute);
    return () => clearTimeout(timer);
  }, [end]);
  return (
    <Callout tone="warn">
      <dl className="grid gap-2">
        <div>
          <dt className="text-sm">{t("staff.seal_sender")}</dt>
          <dd className="font-bold wrap-anywhere">
            <bdi>
              {sender
                ? `${sender.displaying_name} @${sender.account}`
                : t(kind === "visitor" ? "staff.seal_visitor" : "staff.seal_gone")}
            </bdi>
          </dd>
        </div>
        <div>
          <dt className="text-sm">{t("staff.seal_address")}</dt>
          <dd className="font-bold wrap-anywhere">
            {address ?? t("staff.seal_no_address", { n: retentionDays.sender_address })}
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-sm">
        {t("staff.seal_shown_until")} <StaffDate form="minute" at={shown_until} />
      </p>
    </Callout>
  );
}

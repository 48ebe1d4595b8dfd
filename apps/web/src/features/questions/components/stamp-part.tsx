import type { UseQueryResult } from "@tanstack/react-query";
import type { StampGroup } from "@toibako/contract/stamps.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ErrorState } from "#ui/feedback/states.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { QuestionDraft } from "./question-draft.tsx";
import { StampSkeleton } from "./stamp-frame.tsx";

const picker = defineLazyModule(async () => (await import("./stamp-picker.tsx")).StampPicker);

/** Loads the code of the picker before it is needed. */
export const loadPicker = () => void picker.load().catch(() => undefined);

export type StampGroupsQuery = Pick<
  UseQueryResult<StampGroup[]>,
  "data" | "isError" | "isFetching" | "refetch"
>;

interface StampPartProps {
  groups: StampGroupsQuery;
  draft: QuestionDraft;
}

/** The stamp picker: loading, error and loaded states. */
export function StampPart({ groups, draft }: StampPartProps) {
  const { t } = useTexts();
  const Picker = useLazyModule(picker, true, () => draft.setType("text"));
  const { data, isError, isFetching, refetch } = groups;
  if (!data && isError) {
    return (
      <ErrorState
        heading={3}
        title={t("questions.stamps_failed")}
        retryLabel={t("common.retry")}
        onRetry={refetch}
        isPending={isFetching}
      />
    );
  }
  if (!Picker || !data) return <StampSkeleton label={t("common.loading")} />;
  return <Picker groups={data} draft={draft} />;
}

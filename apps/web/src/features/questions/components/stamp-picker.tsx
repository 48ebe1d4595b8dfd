import type { Stamp, StampGroup } from "@toibako/contract/stamps.ts";
import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import type { QuestionDraft } from "./question-draft.tsx";
import { StampFrame } from "./stamp-frame.tsx";

const hiddenInputClass = "absolute inset-0 cursor-pointer appearance-none opacity-0";

const focusClass =
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand";

interface StampPickerProps {
  /** At least one group. */
  groups: StampGroup[];
  draft: QuestionDraft;
}

/** Picks a stamp. Shows the stamps of the chosen group, and below them the text of the picked stamp. */
export function StampPicker({ groups, draft }: StampPickerProps) {
  const { stamp: picked, setStamp, stamp_group_id, setStampGroupId } = draft;
  const { t } = useTexts();
  const name = useId();
  const group = groups.find(({ id }) => id === stamp_group_id) ?? groups[0];
  return (
    <StampFrame
      text={<PickedText stamp={picked} />}
      groups={
        <fieldset className="contents">
          <legend className="sr-only">{t("questions.stamp_groups")}</legend>
          {groups.map(({ id, name: title, icon_image }) => (
            <label
              key={id}
              title={title}
              className={cx(
                "relative grid size-12 cursor-pointer place-items-center rounded-full transition-[background-color,scale] duration-200 hover:bg-surface-2 active:scale-95 has-checked:bg-brand-soft",
                focusClass,
              )}
            >
              <input
                type="radio"
                name={`${name}-group`}
                checked={id === group?.id}
                onChange={() => setStampGroupId(id)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  setStampGroupId(id);
                }}
                className={hiddenInputClass}
              />
              <img src={icon_image.url} alt={title} width={40} height={40} className="size-10" />
            </label>
          ))}
        </fieldset>
      }
      stamps={
        <fieldset className="contents" data-stamps>
          <legend className="sr-only">{t("questions.stamps", { group: group?.name ?? "" })}</legend>
          {group?.stamps.map((stamp) => (
            <label
              key={stamp.id}
              title={stamp.text}
              className={cx(
                "relative aspect-square cursor-pointer rounded-lg border-2 border-transparent p-1 transition-[background-color,border-color,scale] duration-200 hover:bg-surface-2 active:scale-95 has-checked:border-brand has-checked:bg-brand-soft",
                focusClass,
              )}
            >
              <input
                type="radio"
                name={`${name}-stamp`}
                checked={stamp.id === picked?.id}
                onChange={() => setStamp(stamp)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  // Enter would submit the form instead.
                  event.preventDefault();
                  setStamp(stamp);
                }}
                className={hiddenInputClass}
              />
              <img
                src={stamp.stamp_image.url}
                alt={stamp.text}
                width={240}
                height={240}
                className="size-full"
              />
            </label>
          ))}
        </fieldset>
      }
    />
  );
}

function PickedText({ stamp }: { stamp: Stamp | undefined }) {
  const { t } = useTexts();
  if (!stamp) return <p className="text-sm text-ink-2">{t("questions.pick_stamp")}</p>;
  return <p className="text-question">{stamp.text}</p>;
}

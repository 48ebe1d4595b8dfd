import { pictureTypes } from "@toibako/contract/pictures.ts";
import { videoTypes } from "@toibako/contract/staff/contents/pictures.ts";
import { useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Field } from "#ui/forms/field.tsx";
import { useFieldAttributes } from "#ui/forms/field-context.ts";
import type { PictureField } from "../../queries/content-values.ts";

interface ContentPictureProps {
  field: PictureField;
  value: string;
  onChange: (url: string) => void;
  problem: string | undefined;
}

/** A picture or video of a content. A chosen file is stored at once, so that the form shows what readers will see. */
export function ContentPicture({ field, value, onChange, problem }: ContentPictureProps) {
  const { t } = useTexts();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function choose(file: File | undefined) {
    if (!file || isPending) return;
    setIsPending(true);
    setFailure(undefined);
    try {
      onChange(await field.upload(file));
    } catch (error) {
      setFailure(error);
    }
    setIsPending(false);
  }
  const error =
    failure === undefined ? problem : describeFailure(failure, t("staff_pictures.failed"));
  return (
    <Field label={field.label} hint={field.hint} error={error}>
      <StoredPicture field={field} url={value} />
      <div className="flex flex-wrap gap-3">
        <PictureButton
          kind={field.kind}
          isPending={isPending}
          onChoose={(file) => void choose(file)}
        />
        {field.kind === "video" && value !== "" && (
          <Button variant="outline" onClick={() => onChange("")}>
            {t("staff_pictures.remove_video")}
          </Button>
        )}
      </div>
    </Field>
  );
}

interface PictureButtonProps {
  kind: PictureField["kind"];
  isPending: boolean;
  onChoose: (file: File | undefined) => void;
}

/** A button that opens the file dialog. */
function PictureButton({ kind, isPending, onChoose }: PictureButtonProps) {
  const { t } = useTexts();
  const isVideo = kind === "video";
  const choose = t(isVideo ? "staff_pictures.choose_video" : "staff_pictures.choose");
  return (
    <label
      className={buildButtonClass({
        variant: "outline",
        className:
          "cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
      })}
    >
      <span>{isPending ? t("staff_pictures.storing") : choose}</span>
      <input
        type="file"
        {...useFieldAttributes()}
        accept={(isVideo ? videoTypes : pictureTypes).join(",")}
        className="absolute inset-0 -z-10 opacity-0"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          // Without this reset, choosing the same file again would cause no event.
          target.value = "";
        }}
      />
    </label>
  );
}

/** A stored picture or video, or that there is none. */
export function StoredPicture({ field, url }: { field: PictureField; url: string }) {
  const { t } = useTexts();
  const isVideo = field.kind === "video";
  if (url === "") {
    const none = t(isVideo ? "staff_pictures.no_video" : "staff_pictures.none");
    return <p className="text-sm text-ink-2">{none}</p>;
  }
  if (isVideo)
    return (
      <video
        src={url}
        muted
        controls
        playsInline
        preload="metadata"
        aria-label={field.label}
        className="max-h-40 max-w-full justify-self-start rounded-lg border border-line"
      />
    );
  return (
    <img
      src={url}
      alt=""
      width={field.width}
      height={field.height}
      className="h-auto max-h-40 w-auto max-w-full justify-self-start rounded-lg border border-line bg-surface-2"
    />
  );
}

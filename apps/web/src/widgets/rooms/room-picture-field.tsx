import { findPictureId, maxPictureBytes } from "@toibako/contract/pictures.ts";
import { type ReactNode, useState } from "react";
import { MemberPicture } from "#features/rooms/components/member-picture.tsx";
import { PictureInput } from "#features/settings/components/picture-input.tsx";
import { useObjectUrl } from "#lib/browser/use-object-url.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

interface RoomPictureFieldProps {
  /** The chosen picture; null if the stored one is removed, undefined if it stays. */
  picture: Blob | null | undefined;
  /** The stored picture or drawing. */
  icon_url: string | undefined;
  error: ReactNode;
  onChange: (picture: Blob | null | undefined) => void;
}

/** Chooses the picture for a room; without one, the room has a drawing. */
export function RoomPictureField({ picture, icon_url, error, onChange }: RoomPictureFieldProps) {
  const { t } = useTexts();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const chosenUrl = useObjectUrl(picture);
  const hasStoredPicture = findPictureId(icon_url ?? null) !== undefined;
  const storedUrl = picture === null && hasStoredPicture ? "" : (icon_url ?? "");

  function choose(chosen: Blob) {
    const isRefused = chosen.size > maxPictureBytes;
    setIsTooLarge(isRefused);
    if (!isRefused) onChange(chosen);
  }
  const isRemovable = picture instanceof Blob || (picture === undefined && hasStoredPicture);
  return (
    <fieldset className="flex flex-wrap items-center gap-4">
      <legend className="mb-2 text-sm font-bold">
        {t("rooms.picture")}
        <span className="ml-2 text-xs font-normal text-ink-2">{t("common.optional")}</span>
      </legend>
      <MemberPicture src={chosenUrl ?? storedUrl} size={72} />
      <div className="min-w-0 flex-1 basis-48">
        <PictureInput onChoose={choose} error={isTooLarge ? t("rooms.picture_too_large") : error}>
          {isRemovable && (
            <Button
              variant="text"
              size="sm"
              // A chosen picture gives way to the stored one, which a second press removes.
              onClick={() => onChange(picture ? undefined : null)}
            >
              {t("settings.picture_remove")}
            </Button>
          )}
        </PictureInput>
      </div>
    </fieldset>
  );
}

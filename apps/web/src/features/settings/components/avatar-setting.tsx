import type { CurrentUser } from "@toibako/contract/accounts.ts";
import {
  type Avatar,
  avatars,
  findDefaultAvatar,
  formatAvatarUrl,
} from "@toibako/contract/avatars.ts";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { usePictureUpload, useSetting } from "../queries.ts";
import { PictureInput } from "./picture-input.tsx";
import { NotSaved, SavingNote } from "./saving-note.tsx";

interface AvatarSettingProps {
  user: CurrentUser;
  /** Further buttons that set the picture. */
  children?: ReactNode;
}

/** The profile picture, with buttons that replace it by an uploaded picture or by a drawing. */
export function AvatarSetting({ user, children }: AvatarSettingProps) {
  const { t } = useTexts();
  // The drawing is null if the account has an uploaded picture.
  const { value: drawing, choose, state, error, retry } = useSetting(user, "avatar");
  const upload = usePictureUpload();
  // The same picture would be refused again.
  const isRefused =
    upload.error instanceof ApiError && [400, 413, 415].includes(upload.error.status);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <img
          src={drawing === null ? user.icon_url : formatAvatarUrl(drawing)}
          alt=""
          width={96}
          height={96}
          className="size-24 shrink-0 rounded-full bg-surface-2 object-cover"
        />
        <div className="grid min-w-0 flex-1 basis-40 gap-1.5">
          <h4 className="text-md">{t("settings.avatar_title")}</h4>
          <p className="text-sm text-ink-2">{t("settings.avatar_hint")}</p>
          <PictureInput
            onChoose={(picture) => upload.mutate(picture)}
            isPending={upload.isPending}
            error={isRefused && describeFailure(upload.error, t("settings.save_failed"))}
          >
            <div className="contents">{children}</div>
            {drawing === null && (
              <Button
                variant="text"
                size="sm"
                onClick={() => choose(findDefaultAvatar(user.account))}
              >
                {t("settings.picture_remove")}
              </Button>
            )}
          </PictureInput>
          {upload.isError && !isRefused && (
            <NotSaved error={upload.error} onRetry={() => upload.mutate(upload.variables)} />
          )}
          <SavingNote state={upload.isSuccess && drawing === null ? "saved" : state} />
        </div>
      </div>
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(3rem,1fr))] gap-2">
        <legend className="mb-2 text-sm text-ink-2">{t("settings.avatar_drawings")}</legend>
        {avatars.map((avatar) => (
          <AvatarChoice
            key={avatar}
            avatar={avatar}
            checked={avatar === drawing}
            onChoose={() => choose(avatar)}
          />
        ))}
      </fieldset>
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}

interface AvatarChoiceProps {
  avatar: Avatar;
  checked: boolean;
  onChoose: () => void;
}

/** A drawing to choose. An invisible radio button covers it, so that presses and keys work. */
function AvatarChoice({ avatar, checked, onChoose }: AvatarChoiceProps) {
  const { t } = useTexts();
  return (
    <label className="group/avatar relative grid cursor-pointer place-items-center">
      <input
        type="radio"
        name="avatar"
        value={avatar}
        checked={checked}
        onChange={onChoose}
        aria-label={t(`settings.avatar_${avatar}`)}
        className="absolute inset-0 z-10 cursor-pointer appearance-none opacity-0"
      />
      <span className="relative block rounded-full outline-offset-2 group-has-checked/avatar:outline-3 group-has-checked/avatar:outline-brand group-has-focus-visible/avatar:outline-3 group-has-focus-visible/avatar:outline-dashed group-has-focus-visible/avatar:outline-ink">
        <img
          src={formatAvatarUrl(avatar)}
          alt=""
          title={t(`settings.avatar_${avatar}`)}
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          className="size-12 rounded-full bg-surface-2"
        />
        {checked && (
          <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-brand text-surface">
            <Check size={14} strokeWidth={3} aria-hidden="true" />
          </span>
        )}
      </span>
    </label>
  );
}

import { useQuery } from "@tanstack/react-query";
import { avoidMentions } from "@toibako/contract/mentions.ts";
import { Copy, ImageDown, Share } from "lucide-react";
import { useBrowserValue } from "#lib/browser/browser-value.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import type { PictureFormat, SharedPicture } from "./answer-links.tsx";
import { hasShareSheet, type SharedPage, useSharing } from "./sharing.tsx";

interface PrimaryShareProps extends SharedPage {
  picture: SharedPicture | undefined;
  format: PictureFormat | undefined;
  onShare: (() => void) | undefined;
}

/**
 * The best way of the device to share: its share sheet with the picture; without one for files, the picture as a file;
 * with a mouse, the picture in the clipboard. Without a picture, the link.
 */
export function PrimaryShare({ picture, format, onShare, ...page }: PrimaryShareProps) {
  const { t } = useTexts();
  const ability = usePictureAbility();
  const { copy, openShareSheet } = useSharing(page);
  const openSheet = useShareSheet(page, picture, ability === "files");
  const copyPicture = useCopiedPicture(picture);
  const look = { size: "lg", isWide: true } as const;
  const share = (action: () => void) => () => {
    onShare?.();
    action();
  };
  if (picture && ability === "files") {
    return (
      <Button {...look} onClick={share(openSheet)}>
        <Share size={20} aria-hidden="true" />
        <span>{t(format === "tall" ? "shares.to_stories" : "shares.to_chats")}</span>
      </Button>
    );
  }
  if (picture && ability === "clipboard") {
    return (
      <Button {...look} onClick={share(copyPicture)}>
        <Copy size={20} aria-hidden="true" />
        {t("shares.copy_picture")}
      </Button>
    );
  }
  if (picture) {
    return (
      <a
        href={picture.url}
        download={picture.file_name}
        className={buildButtonClass(look)}
        onClick={onShare}
      >
        <ImageDown size={20} aria-hidden="true" />
        {t("shares.save_picture")}
      </a>
    );
  }
  return (
    <Button {...look} onClick={share(openShareSheet ?? copy)}>
      <Share size={20} aria-hidden="true" />
      <span>{t(openShareSheet ? "shares.share" : "shares.copy_link")}</span>
    </Button>
  );
}

/** What the device can do with a picture; undefined during hydration. */
export const usePictureAbility = () =>
  useBrowserValue<ReturnType<typeof readAbility> | undefined>(readAbility, undefined);

/** Whether the device's share sheet takes files is asked with an empty one. */
function readAbility(): "files" | "clipboard" | "none" {
  if (hasShareSheet()) {
    const probe = new File([], "picture.png", { type: "image/png" });
    return navigator.canShare?.({ files: [probe] }) ? "files" : "none";
  }
  const isMouse = matchMedia("(pointer: fine)").matches;
  return isMouse && typeof ClipboardItem !== "undefined" && "clipboard" in navigator
    ? "clipboard"
    : "none";
}

function useShareSheet(page: SharedPage, picture: SharedPicture | undefined, isNeeded: boolean) {
  const { url } = useSharing(page);
  const file = usePictureFile(picture, isNeeded);
  return () => {
    const text = avoidMentions(page.text.trim());
    // Many apps ignore the address if there is a file, so the text contains the address.
    const withFile = { files: file ? [file] : [], text: `${text}\n${url}` };
    const shared = file && navigator.canShare?.(withFile) ? withFile : { text, url };
    // The promise is rejected if the reader cancels, which is no failure.
    navigator.share(shared).catch(() => {});
  };
}

/** Fetches the picture before a press, because browsers open a share sheet only right after a press. */
function usePictureFile(picture: SharedPicture | undefined, isNeeded: boolean): File | undefined {
  const { url = "", file_name = "" } = picture ?? {};
  const { data } = useQuery({
    queryKey: ["picture-file", url],
    queryFn: async ({ signal }) =>
      new File([await fetchPicture(url, signal)], file_name, { type: "image/png" }),
    enabled: isNeeded && url !== "",
    staleTime: 60_000,
    retry: false,
  });
  return data;
}

async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  const reply = await fetch(url, { signal: signal ?? null });
  if (!reply.ok) throw new Error(`The picture could not be fetched: ${reply.status}`);
  return reply.blob();
}

function useCopiedPicture(picture: SharedPicture | undefined) {
  const { t } = useTexts();
  const toasts = useToasts();
  return () => {
    if (!picture) return;
    // The promise is passed on, because browsers write only right after a press.
    const item = new ClipboardItem({ "image/png": fetchPicture(picture.url) });
    navigator.clipboard.write([item]).then(
      () => toasts.showToast(t("shares.picture_copied"), { type: "success" }),
      () => toasts.showToast(t("shares.copy_failed"), { type: "error" }),
    );
  };
}

import { useRouter } from "@tanstack/react-router";
import { shareHashtag } from "@toibako/contract/shares.ts";
import { useBrowserValue } from "#lib/browser/browser-value.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ButtonLook, buttonClass } from "#ui/buttons/button-class.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { XMark } from "#ui/marks/x.tsx";
import { useWayToX } from "../queries.ts";

export interface Shared {
  /** A path of this site. */
  path: string;
  /** The text of the post, which names the product. */
  text: string;
}

/**
 * The ways to share a page. `openShareSheet` is set if the device has a share sheet, `postUrl` if the
 * reader can post to X.
 */
export function useSharing({ path, text }: Shared) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { public_url } = useRouter().options.context;
  const hasSheet = useBrowserValue(hasShareSheet, false);
  const wayToX = useWayToX();
  const url = public_url + path;

  // Async, so that a missing clipboard (without HTTPS) also becomes a rejection.
  const writeText = async (text: string) => navigator.clipboard.writeText(text);
  function copyText(text: string, message: string) {
    writeText(text).then(
      () => toasts.toast(message, { type: "success" }),
      () => toasts.toast(t("shares.copy_failed"), { type: "error" }),
    );
  }
  const copy = () => copyText(url, t("shares.copied"));
  function openShareSheet() {
    // Rejects if the reader cancels, which is no failure.
    navigator.share({ url, text }).catch(() => {});
  }
  return {
    url,
    copy,
    copyText,
    hasShareSheet: hasSheet,
    // A getter, because lists have many menus with this address, and most of them are never opened.
    get postUrl() {
      return wayToX === "none" ? undefined : buildXPostUrl(url, text);
    },
    ...(hasSheet && { openShareSheet }),
  };
}

/** A link, drawn as a button, that opens X's own page to post from. */
export function XLink({ postUrl, ...look }: ButtonLook & { postUrl: string | undefined }) {
  const { t } = useTexts();
  return (
    <a href={postUrl} target="_blank" rel="noopener noreferrer" className={buttonClass(look)}>
      <XMark />
      {t("shares.post_to_x")}
    </a>
  );
}

/** Devices with a mouse use the site's own menu instead. */
function hasShareSheet(): boolean {
  return "share" in navigator && matchMedia("(pointer: coarse)").matches;
}

/** The address of X's page that posts `text` with the link. */
export function buildXPostUrl(url: string, text: string): string {
  return `https://x.com/intent/post?${new URLSearchParams({ url, text, hashtags: shareHashtag })}`;
}

/** The address of LINE's page that sends `text` with the link. */
export function buildLineUrl(url: string, text: string): string {
  return `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url, text })}`;
}

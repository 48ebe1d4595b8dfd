import { useRouter } from "@tanstack/react-router";
import { avoidMentions } from "@toibako/contract/mentions.ts";
import { shareHashtag } from "@toibako/contract/shares.ts";
import { useBrowserValue } from "#lib/browser/browser-value.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ButtonLook, buildButtonClass } from "#ui/buttons/button-class.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { XMark } from "#ui/marks/x.tsx";
import { useXPostMethod } from "../queries.ts";

export interface SharedPage {
  /** A path of this site. */
  path: string;
  /** The text of the post, which names the product. */
  text: string;
}

/**
 * Functions and addresses that share a page. `openShareSheet` is set if the device has a share sheet.
 * `postUrl` is the address of X's page for a post; it is undefined for a reader who should link X first.
 */
export function useSharing({ path, text }: SharedPage) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { public_url } = useRouter().options.context;
  const hasSheet = useBrowserValue(hasShareSheet, false);
  const xPostMethod = useXPostMethod();
  const url = public_url + path;

  // Async, so that a missing clipboard (on a page without HTTPS) rejects the promise too.
  const writeText = async (text: string) => navigator.clipboard.writeText(text);
  function copyText(text: string, message: string) {
    writeText(text).then(
      () => toasts.showToast(message, { type: "success" }),
      () => toasts.showToast(t("shares.copy_failed"), { type: "error" }),
    );
  }
  const copy = () => copyText(url, t("shares.copied"));
  function openShareSheet() {
    // The promise is rejected if the reader cancels, which is no failure.
    navigator.share({ url, text: avoidMentions(text) }).catch(() => {});
  }
  return {
    url,
    copy,
    copyText,
    hasShareSheet: hasSheet,
    // A getter, because a list has many menus with such an address, and most menus are never opened.
    get postUrl() {
      return xPostMethod === "none" ? undefined : buildXPostUrl(url, text);
    },
    ...(hasSheet && { openShareSheet }),
  };
}

/** A link, drawn as a button, that opens X's page for a post. */
export function XLink({ postUrl, ...look }: ButtonLook & { postUrl: string | undefined }) {
  const { t } = useTexts();
  return (
    <a href={postUrl} target="_blank" rel="noopener noreferrer" className={buildButtonClass(look)}>
      <XMark />
      {t("shares.post_to_x")}
    </a>
  );
}

/** Whether the device has a share sheet. False for devices with a mouse, for which the site has a menu. */
export function hasShareSheet(): boolean {
  return "share" in navigator && matchMedia("(pointer: coarse)").matches;
}

/** Returns the address of X's page for a post with a text, which mentions nobody unless `mayMention`, and a link. */
export function buildXPostUrl(url: string, text: string, { mayMention = false } = {}): string {
  const words = mayMention ? text : avoidMentions(text);
  return `https://x.com/intent/post?${new URLSearchParams({ url, text: words, hashtags: shareHashtag })}`;
}

/** Returns the address of LINE's page for a message with a text and a link. */
export function buildLineUrl(url: string, text: string): string {
  return `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url, text })}`;
}

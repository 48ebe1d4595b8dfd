import { useRouter } from "@tanstack/react-router";
import { shareHashtag } from "@toibako/contract/shares.ts";
import { useSyncExternalStore } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ButtonLook, buttonClass } from "#ui/buttons/button-class.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { XMark } from "#ui/marks/x.tsx";
import { useWayToX } from "../queries.ts";

export interface Shared {
  /** Of this site. */
  path: string;
  /** What is said beside the link, with the product's name in it. */
  text: string;
}

/**
 * The ways to pass a page on. `openShareSheet` is there where the device has a share sheet of its own,
 * `tweet` where X is a way for this reader.
 */
export function useSharing({ path, text }: Shared) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { public_url } = useRouter().options.context;
  const hasSheet = useSyncExternalStore(never, hasShareSheet, () => false);
  const wayToX = useWayToX();
  const url = public_url + path;

  // Where the site is not served securely there is no clipboard at all: that rejects as well.
  const write = async () => navigator.clipboard.writeText(url);
  function copy() {
    write().then(
      () => toasts.toast(t("shares.copied"), { type: "success" }),
      () => toasts.toast(t("shares.copy_failed"), { type: "error" }),
    );
  }
  function openShareSheet() {
    // Rejects when the person changes their mind, which is no failure.
    navigator.share({ url, text }).catch(() => {});
  }
  return {
    url,
    copy,
    ...(wayToX !== "none" && { tweet: buildTweetUrl(url, text) }),
    ...(hasSheet && { openShareSheet }),
  };
}

/** A link, drawn as a button, that opens X's own page to post from. */
export function XLink({ tweet, ...look }: ButtonLook & { tweet: string | undefined }) {
  const { t } = useTexts();
  return (
    <a href={tweet} target="_blank" rel="noopener noreferrer" className={buttonClass(look)}>
      <XMark />
      {t("shares.post_to_x")}
    </a>
  );
}

const never = () => () => {};

/** With a mouse our own menu is nearer at hand than the system's sheet. */
function hasShareSheet(): boolean {
  return "share" in navigator && matchMedia("(pointer: coarse)").matches;
}

/** The page of X where `text`, which names the product, is posted with the link. */
export function buildTweetUrl(url: string, text: string): string {
  return `https://x.com/intent/post?${new URLSearchParams({ url, text, hashtags: shareHashtag })}`;
}

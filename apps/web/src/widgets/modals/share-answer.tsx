import { Copy, ImageDown, Share } from "lucide-react";
import { PostPreview, PostToX } from "#features/shares/components/post-to-x.tsx";
import { useSharing, XLink } from "#features/shares/components/sharing.tsx";
import { postAnswer, useWayToX } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { MessageDialog, type ModalFrame } from "./message-dialog.tsx";

/** What is shared of an answer. */
export interface SharedAnswer {
  answer_id: string;
  /** A path of this site. */
  path: string;
  text: string;
  picture: { url: string; alt: string };
  /** The address of a picture in the format of a phone's screen. */
  tallPicture?: string | undefined;
}

interface ShareAnswerProps extends ModalFrame {
  answer: SharedAnswer;
  /** Set when the modal opens by itself after answering; a failure then has a modal of its own. */
  onFailed?: (reason: string) => void;
}

/** Shares an answer: from the linked account, on X's own page, as a link or as a picture. */
export function ShareAnswer({ answer, onFailed, ...frame }: ShareAnswerProps) {
  const { t } = useTexts();
  const isXLinked = useWayToX() === "linked";
  const { url, tweet, copy, openShareSheet } = useSharing(answer);
  const { picture, tallPicture } = answer;
  return (
    <MessageDialog
      {...frame}
      title={t(onFailed ? "shares.answer_prompt_title" : "shares.answer_title")}
      actions={
        <>
          {isXLinked && (
            <PostToX
              post={() => postAnswer(answer.answer_id)}
              onPosted={() => frame.onOpenChange(false)}
              {...(onFailed && { onFailed })}
            />
          )}
          {!isXLinked && tweet && <XLink tweet={tweet} wide />}
          <div className="flex flex-wrap gap-2">
            {openShareSheet && (
              <Button variant="outline" className="flex-auto" onClick={openShareSheet}>
                <Share size={18} aria-hidden="true" />
                {t("shares.to_apps")}
              </Button>
            )}
            <Button
              variant={isXLinked || tweet ? "outline" : "primary"}
              className="flex-auto"
              onClick={copy}
            >
              <Copy size={18} aria-hidden="true" />
              {t("shares.copy_link")}
            </Button>
            {tallPicture && (
              <a
                href={tallPicture}
                download="toibako.png"
                className={buttonClass({ variant: "outline", className: "flex-auto" })}
              >
                <ImageDown size={18} aria-hidden="true" />
                {t("shares.save_tall")}
              </a>
            )}
          </div>
        </>
      }
    >
      <img
        src={picture.url}
        alt={picture.alt}
        width={1200}
        height={630}
        className="mb-3 h-auto w-full rounded-lg border border-line bg-paper"
      />
      {isXLinked ? (
        <PostPreview text={answer.text} url={url} />
      ) : (
        <p className="text-sm">{t("shares.answer_lead")}</p>
      )}
    </MessageDialog>
  );
}

import { Copy, ImageDown, Share } from "lucide-react";
import { PostPreview, PostToX } from "#features/shares/components/post-to-x.tsx";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { postAnswer, useWayToX } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { XMark } from "#ui/marks/x.tsx";
import { type Frame, Message } from "./message.tsx";

/** An answer of one's own, as it is passed on. */
export interface SharedAnswer {
  answer_id: string;
  /** Of this site. */
  path: string;
  text: string;
  picture: { url: string; alt: string };
  /** The address of a picture for a phone's whole screen. */
  tall_picture?: string | undefined;
}

interface ShareAnswerProps extends Frame {
  answer: SharedAnswer;
  /** Offered unasked, right after the answer: then it is told elsewhere what went wrong. */
  on_failed?: (reason: string) => void;
}

/** Offers to pass an answer on: by the linked account, by X's own page, as link or picture. */
export function ShareAnswer({ answer, on_failed, ...frame }: ShareAnswerProps) {
  const { t } = useTexts();
  const linked = useWayToX() === "linked";
  const { url, tweet, copy, hand_over } = useSharing(answer);
  const { picture, tall_picture } = answer;
  return (
    <Message
      {...frame}
      title={t(on_failed ? "shares.answer_prompt_title" : "shares.answer_title")}
      actions={
        <>
          {linked && (
            <PostToX
              post={() => postAnswer(answer.answer_id)}
              on_posted={() => frame.on_open_change(false)}
              {...(on_failed && { on_failed })}
            />
          )}
          {!linked && tweet && (
            <a
              href={tweet}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ wide: true })}
            >
              <XMark />
              {t("shares.post_to_x")}
            </a>
          )}
          <div className="flex flex-wrap gap-2">
            {hand_over && (
              <Button variant="outline" className="flex-auto" onClick={hand_over}>
                <Share size={18} aria-hidden="true" />
                {t("shares.to_apps")}
              </Button>
            )}
            <Button
              variant={linked || tweet ? "outline" : "primary"}
              className="flex-auto"
              onClick={copy}
            >
              <Copy size={18} aria-hidden="true" />
              {t("shares.copy_link")}
            </Button>
            {tall_picture && (
              <a
                href={tall_picture}
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
      {linked ? (
        <PostPreview text={answer.text} url={url} />
      ) : (
        <p className="text-sm">{t("shares.answer_lead")}</p>
      )}
    </Message>
  );
}

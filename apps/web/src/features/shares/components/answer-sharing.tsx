import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { ImageDown, Link2, Share } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { SharedAnswer } from "./answer-links.tsx";
import { LineAndXLinks, RoundButton, RoundLink } from "./round-buttons.tsx";
import { useSharing } from "./sharing.tsx";

const formats = ["wide", "tall", "question"] as const;
type Format = (typeof formats)[number];

interface AnswerSharingProps {
  answer: SharedAnswer;
  /** Shown over the upper edge of the picture. */
  badge?: ReactNode;
}

/** The picture of an answer, buttons that share it, and the text that is shared with it. */
export function AnswerSharing({ answer, badge }: AnswerSharingProps) {
  const { t } = useTexts();
  const { public_url } = useRouter().options.context;
  const [format, setFormat] = useState<Format>("wide");
  const [text, setText] = useState(answer.ownText);
  const { copy, hasShareSheet } = useSharing({ path: answer.path, text });
  const picture = answer.pictures[format];
  const file = usePictureFile(picture, hasShareSheet);
  const url = public_url + answer.path;

  function openShareSheet() {
    const trimmedText = text.trim();
    // Many apps ignore the address if there is a file, so the text contains the address.
    const withFile = { files: file ? [file] : [], text: `${trimmedText}\n${url}` };
    const canShareFile = file && navigator.canShare?.(withFile);
    const shared = canShareFile ? withFile : { text: trimmedText, url };
    // The promise is rejected if the reader cancels, which is no failure.
    navigator.share(shared).catch(() => {});
  }
  return (
    <div className="grid gap-4">
      <div>
        <div className="relative">
          <div className="grid aspect-40/21 w-full place-items-center overflow-hidden rounded-lg border border-line bg-surface-2">
            <Picture key={picture} address={picture} alt={answer.alt} />
          </div>
          <div
            className="pointer-events-none absolute inset-x-0 -top-4 grid justify-items-center"
            role="status"
          >
            {badge}
          </div>
        </div>
        <FormatChoice format={format} onChange={setFormat} />
      </div>
      <div className="flex justify-center gap-1 sm:gap-3">
        {hasShareSheet && (
          <RoundButton
            icon={<Share size={22} />}
            label={t("shares.share")}
            onClick={openShareSheet}
          />
        )}
        <RoundLink
          icon={<ImageDown size={22} />}
          label={t("shares.save_picture")}
          href={picture}
          download="toibako.png"
        />
        <LineAndXLinks url={url} text={text} />
        <RoundButton icon={<Link2 size={22} />} label={t("shares.copy_link")} onClick={copy} />
      </div>
      <SharedText text={text} onChange={setText} />
    </div>
  );
}

const retryMilliseconds = 5_000;

/** A picture. Loaded once more if it fails, because the server limits how many it draws at once. */
function Picture({ address, alt }: { address: string; alt: string }) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed || attempt > 0) return;
    const timer = setTimeout(() => setAttempt(1), retryMilliseconds);
    return () => clearTimeout(timer);
  }, [hasFailed, attempt]);
  return (
    <img
      key={attempt}
      src={address}
      alt={alt}
      className="max-h-full max-w-full object-contain"
      decoding="async"
      onError={() => setHasFailed(true)}
    />
  );
}

/** Fetches the picture before a press, because browsers open a share sheet only right after a press. */
function usePictureFile(address: string, isNeeded: boolean): File | undefined {
  const { data } = useQuery({
    queryKey: ["picture-file", address],
    queryFn: async ({ signal }) => {
      const reply = await fetch(address, { signal });
      if (!reply.ok) throw new Error(`The picture could not be fetched: ${reply.status}`);
      return new File([await reply.blob()], "toibako.png", { type: "image/png" });
    },
    enabled: isNeeded,
    staleTime: 60_000,
    retry: false,
  });
  return data;
}

function FormatChoice({
  format,
  onChange,
}: {
  format: Format;
  onChange: (format: Format) => void;
}) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="mt-2 flex flex-wrap justify-center gap-1">
      <legend className="sr-only">{t("shares.format")}</legend>
      {formats.map((option) => (
        <label
          key={option}
          className="grid min-h-11 cursor-pointer content-center text-sm font-semibold text-brand"
        >
          <span className="rounded-full px-3 py-1 outline-offset-2 has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand">
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option === format}
              onChange={() => onChange(option)}
            />
            {t(`shares.format_${option}`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function SharedText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTexts();
  return (
    <label className="grid gap-1 rounded-xl bg-surface-2 p-2">
      <span className="px-2 pt-1 text-xs text-ink-2">{t("shares.own_words")}</span>
      <textarea
        value={text}
        rows={2}
        onChange={({ target }) => onChange(target.value)}
        className="field-sizing-content max-h-40 min-h-14 w-full resize-none rounded-lg bg-transparent px-2 py-1 text-md wrap-anywhere text-ink"
      />
    </label>
  );
}

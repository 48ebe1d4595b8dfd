import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { formatEmbedCode } from "@toibako/contract/embeds.ts";
import { avoidMentions } from "@toibako/contract/mentions.ts";
import { CodeXml, ImageDown, Link2, Share } from "lucide-react";
import { useId, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { countLines } from "#ui/surfaces/count-lines.ts";
import { RetriedPicture } from "#ui/surfaces/retried-picture.tsx";
import {
  type PictureFormat,
  pictureFormats,
  type SharedContent,
  type SharedPicture,
} from "./answer-links.tsx";
import { LineAndXLinks, RoundButton, RoundLink } from "./round-buttons.tsx";
import { useSharing } from "./sharing.tsx";

/** The whole picture of an answer in each format, buttons that share it, and the text that is shared with it. */
export function AnswerSharing({ answer }: { answer: SharedContent }) {
  const { t, locale } = useTexts();
  const { public_url } = useRouter().options.context;
  const formats = pictureFormats.filter((name) => answer.pictures[name]);
  const [chosenFormat, setFormat] = useState<PictureFormat>("wide");
  const format = formats.includes(chosenFormat) ? chosenFormat : formats[0];
  const [text, setText] = useState(answer.text);
  const { copy, copyText, hasShareSheet } = useSharing({ path: answer.path, text });
  const picture = format && answer.pictures[format];
  const file = usePictureFile(picture, hasShareSheet);
  const url = public_url + answer.path;
  const { embed } = answer;

  function openShareSheet() {
    const trimmedText = avoidMentions(text.trim());
    // Many apps ignore the address if there is a file, so the text contains the address.
    const withFile = { files: file ? [file] : [], text: `${trimmedText}\n${url}` };
    const canShareFile = file && navigator.canShare?.(withFile);
    const shared = canShareFile ? withFile : { text: trimmedText, url };
    // The promise is rejected if the reader cancels, which is no failure.
    navigator.share(shared).catch(() => {});
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        {picture && (
          <div
            className={cx(
              "mx-auto grid w-full place-items-center overflow-hidden rounded-lg border border-line bg-surface-2",
              format === "tall" ? "aspect-9/16 max-w-55 lg:max-w-79" : "aspect-40/21",
            )}
          >
            <RetriedPicture
              key={picture.url}
              src={picture.url}
              alt={picture.alt}
              className="max-h-full max-w-full object-contain"
            />
          </div>
        )}
        {formats.length > 1 && (
          <FormatChoice formats={formats} format={format} onChange={setFormat} />
        )}
      </div>
      <div className="flex flex-wrap justify-center gap-1 sm:gap-3">
        {hasShareSheet && (
          <RoundButton
            icon={<Share size={22} />}
            label={t("shares.share")}
            onClick={openShareSheet}
          />
        )}
        {picture && (
          <RoundLink
            icon={<ImageDown size={22} />}
            label={t("shares.save_picture")}
            href={picture.url}
            download={picture.file_name}
          />
        )}
        <LineAndXLinks url={url} text={text} />
        <RoundButton icon={<Link2 size={22} />} label={t("shares.copy_link")} onClick={copy} />
        {embed && (
          <RoundButton
            icon={<CodeXml size={22} />}
            label={t("shares.copy_embed")}
            onClick={() =>
              copyText(formatEmbedCode(public_url, locale, embed), t("shares.embed_copied"))
            }
          />
        )}
      </div>
      <SharedText text={text} onChange={setText} />
    </div>
  );
}

/** Fetches the picture before a press, because browsers open a share sheet only right after a press. */
function usePictureFile(picture: SharedPicture | undefined, isNeeded: boolean): File | undefined {
  const { url = "", file_name = "" } = picture ?? {};
  const { data } = useQuery({
    queryKey: ["picture-file", url],
    queryFn: async ({ signal }) => {
      const reply = await fetch(url, { signal });
      if (!reply.ok) throw new Error(`The picture could not be fetched: ${reply.status}`);
      return new File([await reply.blob()], file_name, { type: "image/png" });
    },
    enabled: isNeeded && url !== "",
    staleTime: 60_000,
    retry: false,
  });
  return data;
}

interface FormatChoiceProps {
  formats: readonly PictureFormat[];
  format: PictureFormat | undefined;
  onChange: (format: PictureFormat) => void;
}

function FormatChoice({ formats, format, onChange }: FormatChoiceProps) {
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

/** How many Han characters fit into a line of the text on phones. */
const charactersPerLine = 16;

/** The text that is shared, in a field that grows with it, so that no line is cut. */
function SharedText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTexts();
  return (
    <label className="grid gap-1 rounded-xl bg-surface-2 p-2">
      <span className="px-2 pt-1 text-xs text-ink-2">{t("shares.own_words")}</span>
      <textarea
        value={text}
        // Browsers without `field-sizing` show this many lines, with room for the longest of those that were written.
        rows={Math.max(2, countLines(text, charactersPerLine))}
        onChange={({ target }) => onChange(target.value)}
        className="field-sizing-content min-h-[calc(2lh+0.5rem)] w-full resize-none rounded-lg bg-transparent px-2 py-1 text-md wrap-anywhere text-ink"
      />
    </label>
  );
}

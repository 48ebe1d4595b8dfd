import { useRouter } from "@tanstack/react-router";
import type { CardTheme } from "@toibako/contract/cards.ts";
import { formatEmbedCode } from "@toibako/contract/embeds.ts";
import { CodeXml, ImageDown, Link2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { ThemeSwatches } from "#ui/forms/theme-swatches.tsx";
import { countLines } from "#ui/surfaces/count-lines.ts";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import type { PictureFormat, SharedContent, SharedPicture } from "./answer-links.tsx";
import { PictureTrack } from "./picture-track.tsx";
import { PrimaryShare, usePictureAbility } from "./primary-share.tsx";
import { LineAndXLinks, RoundButton, RoundLink } from "./round-buttons.tsx";
import { useSharing } from "./sharing.tsx";

interface ShareStageProps {
  title: string;
  content: SharedContent;
  /** The theme of the pictures; undefined if they can't be drawn in another one. */
  theme?: CardTheme | undefined;
  /** Shown in place of pictures. */
  drawing?: ReactNode;
  /** Called when the reader shares in any way. */
  onShare?: () => void;
  /** Further ways to share. */
  children?: ReactNode;
}

const stageFormats = ["tall", "wide", "question"] as const satisfies PictureFormat[];

/** The pictures of a content as a whole, one button that shares the chosen one, and further ways to share. */
export function ShareStage({
  title,
  content,
  theme: ownTheme,
  drawing,
  onShare,
  children,
}: ShareStageProps) {
  const { t } = useTexts();
  const [theme, setTheme] = useState(ownTheme);
  const formats = stageFormats.filter((name) => content.pictures[name]);
  const [chosenFormat, setFormat] = useState<PictureFormat>("tall");
  const format = formats.includes(chosenFormat) ? chosenFormat : formats[0];
  const [text, setText] = useState(content.text);
  const draw = (picture: SharedPicture) =>
    theme === ownTheme || !theme ? picture : { ...picture, url: addTheme(picture.url, theme) };
  const pictures = formats.map((name) => {
    const picture = content.pictures[name];
    return { format: name, picture: picture && draw(picture) };
  });
  const picture = pictures.find((shown) => shown.format === format)?.picture;
  return (
    <section
      aria-labelledby="share-stage"
      className="mx-auto grid max-w-140 grid-cols-[minmax(0,1fr)] gap-1 lg:max-w-[65rem] lg:min-h-[70dvh] lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-center lg:gap-x-10 lg:gap-y-4"
    >
      {/* A drawing contains it. */}
      <h1
        id="share-stage"
        className={
          drawing
            ? "sr-only"
            : "grid min-h-11 content-center px-11 text-center text-lg leading-snug lg:col-start-2 lg:row-start-1 lg:self-end lg:px-0 lg:text-left lg:text-xl"
        }
      >
        {title}
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {format ? (
          <PictureTrack pictures={pictures} format={format} onChange={setFormat} />
        ) : (
          <div className="mx-auto w-full max-w-79">{drawing}</div>
        )}
      </div>
      <div
        className={cx(
          "@container grid grid-cols-[minmax(0,1fr)] gap-2 lg:col-start-2 lg:gap-3",
          drawing ? "lg:row-span-2 lg:row-start-1" : "lg:row-start-2 lg:self-start",
        )}
      >
        {theme && (
          <ThemeSwatches
            legend={<span className="sr-only">{t("shares.theme")}</span>}
            getName={(name) => t(`settings.theme_${name}`)}
            value={theme}
            onChoose={setTheme}
            // Pictures are drawn in light colours only.
            className="justify-center scheme-only-light max-[23rem]:mx-auto max-[23rem]:max-w-44"
          />
        )}
        <PrimaryShare
          path={content.path}
          text={text}
          picture={picture}
          format={format}
          onShare={onShare}
        />
        <OtherWays content={content} text={text} picture={picture} onShare={onShare} />
        {children}
        <Disclosure title={t("shares.own_words")}>
          <SharedText text={text} onChange={setText} />
        </Disclosure>
      </div>
    </section>
  );
}

/** Adds the theme to the address of a picture that the server draws. */
const addTheme = (url: string, theme: CardTheme) =>
  `${url}${url.includes("?") ? "&" : "?"}theme=${theme}`;

interface OtherWaysProps {
  content: SharedContent;
  text: string;
  picture: SharedPicture | undefined;
  onShare: (() => void) | undefined;
}

/** LINE, X, the picture as a file, the link, and the code that embeds an answer. */
function OtherWays({ content: { path, embed }, text, picture, onShare }: OtherWaysProps) {
  const { t, locale } = useTexts();
  const { public_url } = useRouter().options.context;
  const { url, copy, copyText } = useSharing({ path, text });
  const ability = usePictureAbility();
  const share = (action: () => void) => () => {
    onShare?.();
    action();
  };
  return (
    // Five buttons are too wide for one row of the narrowest phones, and four with large text.
    <div className="grid auto-cols-fr grid-flow-col gap-1 *:w-auto lg:gap-x-0 @max-[20rem]:has-[>:nth-child(5)]:grid-flow-row @max-[20rem]:has-[>:nth-child(5)]:grid-cols-3 @max-[14rem]:grid-flow-row @max-[14rem]:grid-cols-3">
      <LineAndXLinks url={url} text={text} {...(onShare && { onPress: onShare })} />
      {/* Without another ability, the primary button saves the picture. */}
      {picture && ability !== "none" && (
        <RoundLink
          icon={<ImageDown size={22} />}
          label={t("shares.save_picture")}
          href={picture.url}
          download={picture.file_name}
          onClick={onShare}
        />
      )}
      <RoundButton icon={<Link2 size={22} />} label={t("shares.copy_link")} onClick={share(copy)} />
      {embed && (
        <RoundButton
          icon={<CodeXml size={22} />}
          label={t("shares.copy_embed")}
          onClick={share(() =>
            copyText(formatEmbedCode(public_url, locale, embed), t("shares.embed_copied")),
          )}
        />
      )}
    </div>
  );
}

/** How many Han characters fit into a line of the text on phones. */
const charactersPerLine = 16;

/** The text that is shared, in a field that grows with it, so that no line is cut. */
function SharedText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTexts();
  return (
    <textarea
      value={text}
      aria-label={t("shares.own_words")}
      // Browsers without `field-sizing` show this many lines, with room for the longest of those that were written.
      rows={Math.max(2, countLines(text, charactersPerLine))}
      onChange={({ target }) => onChange(target.value)}
      className="field-sizing-content min-h-[calc(2lh+0.5rem)] w-full resize-none rounded-lg bg-surface-2 px-3 py-2 text-md wrap-anywhere text-ink"
    />
  );
}

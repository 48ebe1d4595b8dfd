import { useRouter } from "@tanstack/react-router";
import type { Embed } from "@toibako/contract/embeds.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildLineUrl, buildXPostUrl } from "./sharing.tsx";

/** Question and answer in two formats, and the question alone. */
export const pictureFormats = ["wide", "tall", "question"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export interface SharedPicture {
  url: string;
  alt: string;
  /** The name of the file in which the picture is saved. */
  file_name: string;
}

/** An answer, as a reader shares it. */
export interface SharedAnswer {
  answer_id: string;
  /** A path of this site. */
  path: string;
  /** The text beside the link; that of the reader's own answer is in the first person. */
  text: string;
  /** Only the picture of the question, if the answer is withheld from the reader. */
  pictures: Partial<Record<PictureFormat, SharedPicture>>;
  /** The content of the embed code; undefined if other sites may not embed the answer. */
  embed?: Embed | undefined;
}

/** What is shared: an answer, or another content with pictures. */
export type SharedContent = Omit<SharedAnswer, "answer_id">;

/** Links that save the pictures of an answer or share it, for pages without scripts. */
export function AnswerLinks({ answer }: { answer: SharedAnswer }) {
  const { t } = useTexts();
  const { public_url } = useRouter().options.context;
  const url = public_url + answer.path;
  const { wide, tall } = answer.pictures;
  const links = [
    { label: t("shares.format_wide"), href: wide?.url, download: wide?.file_name },
    { label: t("shares.format_tall"), href: tall?.url, download: tall?.file_name },
    { label: "LINE", href: buildLineUrl(url, answer.text) },
    { label: "X", href: buildXPostUrl(url, answer.text) },
  ];
  return (
    <ul className="flex list-none flex-wrap gap-x-4">
      {links.map(({ label, ...link }) => (
        <li key={label}>
          <a
            {...link}
            className="inline-grid min-h-11 content-center font-bold text-brand underline"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

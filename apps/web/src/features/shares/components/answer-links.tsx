import { useRouter } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildLineUrl, buildXPostUrl } from "./sharing.tsx";

/** An answer of the reader, as they share it. */
export interface SharedAnswer {
  answer_id: string;
  /** A path of this site. */
  path: string;
  /** The text beside the link, in the first person. */
  ownText: string;
  /** The addresses of the pictures: of question and answer in two formats, and of the question alone. */
  pictures: Record<"wide" | "tall" | "question", string>;
  /** The description of each picture. */
  alt: string;
}

/** Links that save the pictures of an answer or share it, for pages without scripts. */
export function AnswerLinks({ answer }: { answer: SharedAnswer }) {
  const { t } = useTexts();
  const { public_url } = useRouter().options.context;
  const url = public_url + answer.path;
  const links = [
    { label: t("shares.format_wide"), href: answer.pictures.wide, download: "toibako.png" },
    { label: t("shares.format_tall"), href: answer.pictures.tall, download: "toibako.png" },
    { label: "LINE", href: buildLineUrl(url, answer.ownText) },
    { label: "X", href: buildXPostUrl(url, answer.ownText) },
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

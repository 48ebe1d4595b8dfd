import { Link } from "@tanstack/react-router";
import { Clock3, EyeOff, Trash2 } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";

/** Says what protects senders and receivers, and links to the privacy policy. */
export function Safety({ className }: { className: string }) {
  const { t, locale } = useTexts();
  const facts = [
    { Icon: EyeOff, title: t("landing.safe_name"), text: t("landing.safe_name_text") },
    { Icon: Clock3, title: t("landing.safe_time"), text: t("landing.safe_time_text") },
    { Icon: Trash2, title: t("landing.safe_bin"), text: t("landing.safe_bin_text") },
  ];
  return (
    <section
      className={cx("mx-auto grid w-full max-w-md items-center gap-6 lg:max-w-none", className)}
    >
      <div className="mx-auto w-52 max-w-full lg:w-80">
        <EmptyInboxDrawing />
      </div>
      <div>
        <h2 className="mb-5 text-center text-xl lg:text-left">{t("landing.safe")}</h2>
        <ul className="grid list-none gap-5">
          {facts.map(({ Icon, title, text }) => (
            <li key={title} className="flex items-start gap-4">
              <Icon size={24} className="mt-0.5 shrink-0 text-brand" aria-hidden="true" />
              <div className="min-w-0">
                <h3 className="text-md leading-snug">{title}</h3>
                <p className="short-text mt-1 text-sm text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <Link
          to="/$locale/fxp/$slug"
          params={{ locale, slug: "privacy" }}
          className="mt-4 ml-10 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t("landing.safe_more")}
        </Link>
      </div>
    </section>
  );
}

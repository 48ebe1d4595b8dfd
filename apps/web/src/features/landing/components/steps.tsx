import { Box, Link2, PenLine } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Three steps from registration to the first answer. */
export function Steps() {
  const { t } = useTexts();
  const steps = [
    { Icon: Box, title: t("landing.step_1"), text: t("landing.step_1_text") },
    { Icon: Link2, title: t("landing.step_2"), text: t("landing.step_2_text") },
    { Icon: PenLine, title: t("landing.step_3"), text: t("landing.step_3_text") },
  ];
  return (
    <section>
      <h2 className="mb-5 text-center text-xl lg:mb-8">{t("landing.how")}</h2>
      <ol className="mx-auto grid max-w-md list-none gap-4 lg:max-w-none lg:grid-cols-3 lg:gap-6">
        {steps.map(({ Icon, title, text }, index) => (
          <li
            key={title}
            className="flex items-start gap-4 rounded-xl bg-surface p-5 shadow-e2 lg:p-6"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
              <Icon size={24} aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <h3 className="text-md leading-snug">
                {index + 1}. {title}
              </h3>
              <p className="mt-1 text-sm text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";

export const Route = createFileRoute("/$locale/")({ component: Greeting });

function Greeting() {
  const { t } = useTexts();
  return <main className="p-4">{t("common.greeting")}</main>;
}

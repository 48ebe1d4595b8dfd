import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";

/** On the member's own profile: the link to edit it. */
export function EditProfile() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/stg"
      params={{ locale }}
      hash="profile"
      className={buttonClass({ variant: "outline", className: "shrink-0" })}
    >
      {t("profiles.edit")}
    </Link>
  );
}

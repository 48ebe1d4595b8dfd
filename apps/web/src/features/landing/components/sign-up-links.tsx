import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";

/** The links to registration and login. */
export function SignUpLinks({ className }: { className: string }) {
  const { t, locale } = useTexts();
  return (
    <div className={cx("flex flex-wrap justify-center gap-3", className)}>
      <Link
        to="/$locale/acc/regist"
        params={{ locale }}
        className={buildButtonClass({
          size: "lg",
          className: "flex-auto whitespace-nowrap sm:flex-none",
        })}
      >
        {t("accounts.regist_button")}
      </Link>
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        className={buildButtonClass({
          variant: "outline",
          size: "lg",
          className: "flex-auto whitespace-nowrap sm:flex-none",
        })}
      >
        {t("accounts.login_button")}
      </Link>
    </div>
  );
}

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";
import { WidePage } from "./shell-page.tsx";

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Whether the content has an envelope, so that the head of the sheet is none. */
  hasOwnEnvelope?: boolean;
  /** Below the sheet: the link from login to registration or back. */
  below?: ReactNode;
  /** Whether the page adds an account to a browser that has one. Then a link leads back to that account's home. */
  isAdding?: boolean;
}

/** The page of the login or registration form, a sheet whose head or content is an envelope. */
export function AuthPage({
  title,
  lead,
  children,
  hasOwnEnvelope = false,
  below,
  isAdding = false,
}: AuthPageProps) {
  const { t, locale } = useTexts();
  const heading = (
    <>
      <h1 className="text-xl">{title}</h1>
      {lead && <p className="mt-1 text-sm text-balance">{lead}</p>}
    </>
  );
  return (
    <WidePage>
      <div className="mx-auto max-w-md px-4 py-6 lg:py-10">
        <section className="overflow-hidden rounded-sheet bg-surface shadow-e2">
          {hasOwnEnvelope ? (
            <header className="px-5 pt-6 text-center sm:px-8 sm:pt-8">{heading}</header>
          ) : (
            <header className="relative isolate grid justify-items-center gap-3 bg-paper px-6 pt-10 pb-6 text-center text-ink-on-paper">
              <EnvelopeFlap className="h-16" />
              <span className="grid size-13 place-items-center rounded-full bg-surface shadow-e1">
                <LogoMark size={34} />
              </span>
              <div>{heading}</div>
            </header>
          )}
          <div
            className={cx("px-5 pb-6 sm:px-8 sm:pb-8", hasOwnEnvelope ? "pt-4" : "pt-6 sm:pt-8")}
          >
            {children}
          </div>
        </section>
        <div className="mt-5 flex flex-wrap items-center justify-center gap-x-3 text-sm">
          {below}
        </div>
        {isAdding && (
          <div className="text-center">
            <Link
              to="/$locale/me/home"
              params={{ locale }}
              className={buildButtonClass({ variant: "text" })}
            >
              {t("common.cancel")}
            </Link>
          </div>
        )}
      </div>
    </WidePage>
  );
}

import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { animationClass } from "./disclosure.tsx";

interface SettingGroupProps {
  /** The id to which links refer by their fragment. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A card of rows below a heading. */
export function SettingGroup({ id, title, children }: SettingGroupProps) {
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-4 outline-none">
      <h2 className="mb-2 px-1 text-lg leading-snug">{title}</h2>
      <div className="divide-y divide-line overflow-clip rounded-xl bg-surface shadow-e2">
        {children}
      </div>
    </div>
  );
}

interface SettingRowProps {
  /** The id to which links refer by their fragment. */
  id: string;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

// A link to a setting focuses its section, whose row is tinted then.
const sectionClass = "group/row scroll-mt-4 outline-none first:rounded-t-xl last:rounded-b-xl";

const rowClass =
  "rounded-[inherit] -outline-offset-3 transition-colors duration-320 outline-brand focus-visible:-outline-offset-3 group-focus/row:bg-brand-soft forced-colors:group-focus/row:outline-3";

interface OpeningRowProps extends SettingRowProps {
  /** The present value of the setting, shown below the title. */
  value?: ReactNode;
  /** A short description above the content. */
  text?: string | undefined;
}

/** A row that opens the content of a setting below its title and value. It is a native `details`, which needs no scripts. */
export function OpeningRow({ id, icon, title, value, text, children }: OpeningRowProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={sectionClass}>
      <details className={cx("group/setting rounded-[inherit]", animationClass)}>
        <summary
          className={cx(
            "grid min-h-15 cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 px-4 py-2.5 group-open/setting:rounded-b-none hover:bg-surface-2 sm:px-5 [&::-webkit-details-marker]:hidden",
            rowClass,
          )}
        >
          <RowIcon className="row-span-2">{icon}</RowIcon>
          <h3
            id={`${id}-title`}
            className={cx("text-md leading-snug", value ? "self-end" : "row-span-2")}
          >
            {title}
          </h3>
          <ChevronDown
            size={20}
            className="col-start-3 row-span-2 row-start-1 text-ink-2 transition-transform duration-200 ease-calm group-open/setting:rotate-180"
            aria-hidden="true"
          />
          {value && (
            <span className="line-clamp-1 self-start text-sm wrap-anywhere text-ink-2">
              {value}
            </span>
          )}
        </summary>
        <div className="grid gap-4 px-4 pt-1 pb-5 sm:pr-5 sm:pl-17">
          {text && <p className="text-sm text-ink-2">{text}</p>}
          <div className="contents">{children}</div>
        </div>
      </details>
    </section>
  );
}

/** A row of a setting that is a single switch. It doesn't open, because the switch is in the row itself. */
export function SwitchRow({ id, icon, title, children }: SettingRowProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={sectionClass}>
      <div className={cx("flex items-start gap-3 px-4 pt-1.5 pb-1 sm:px-5", rowClass)}>
        <RowIcon className="mt-1">{icon}</RowIcon>
        <div className="min-w-0 flex-1">
          <h3 id={`${id}-title`} className="sr-only">
            {title}
          </h3>
          {children}
        </div>
      </div>
    </section>
  );
}

interface LinkRowProps extends Omit<SettingRowProps, "children"> {
  text: string;
  /** The link, such as a router's. */
  render: RenderedElement;
}

/** A row that links to a setting with its own page. */
export function LinkRow({ id, icon, title, text, render }: LinkRowProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={sectionClass}>
      {renderAs(render, {
        className: cx(
          "flex min-h-15 items-center gap-3 px-4 py-3 hover:bg-surface-2 sm:px-5",
          rowClass,
        ),
        children: (
          <>
            <RowIcon>{icon}</RowIcon>
            <div className="min-w-0 flex-1">
              <h3 id={`${id}-title`} className="text-md leading-snug">
                {title}
              </h3>
              <p className="text-sm text-ink-2">{text}</p>
            </div>
            <ChevronRight size={20} className="shrink-0 text-ink-2" aria-hidden="true" />
          </>
        ),
      })}
    </section>
  );
}

function RowIcon({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        "grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand",
        className,
      )}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}

import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { usePreviousTitle } from "#lib/page/previous-page.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { WidePage } from "./shell-page.tsx";

interface StagePageProps {
  /** The link to the page above. Its text is only read out below `lg`. */
  back?: { link: RenderedElement; text: string };
  children: ReactNode;
}

/** A page about one thing, such as sharing, without side columns. */
export function StagePage({ back, children }: StagePageProps) {
  return (
    <WidePage>
      <div className="mx-auto page-width px-4 pt-1 pb-10 md:px-6 lg:pt-6">
        {back && <WayBack {...back} />}
        {children}
      </div>
    </WidePage>
  );
}

/** The way back of a reader who came from elsewhere; others have it in the header. It takes no room below `lg`. */
function WayBack({ link, text }: NonNullable<StagePageProps["back"]>) {
  const previousTitle = usePreviousTitle();
  return (
    <div className="mx-auto h-0 max-w-140 lg:-mt-3 lg:h-11 lg:max-w-[65rem]">
      {previousTitle === undefined &&
        renderAs(link, {
          "aria-label": text,
          className: cx(
            buildButtonClass({ variant: "text" }),
            "relative max-lg:-ml-2 max-lg:size-11 max-lg:p-0 lg:-ml-4",
          ),
          children: (
            <>
              <ArrowLeft size={24} className="shrink-0" aria-hidden="true" />
              <span className="max-lg:hidden">{text}</span>
            </>
          ),
        })}
    </div>
  );
}

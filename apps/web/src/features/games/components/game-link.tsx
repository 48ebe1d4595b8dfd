import type { Game } from "@toibako/contract/games.ts";
import { cx } from "#ui/cx.ts";

interface GameLinkProps {
  game: Game;
  heading: 2 | 3;
  /** `tile` has the picture on top, `row` beside the texts. */
  look: "tile" | "row";
  /** For a picture far down the page. */
  isLazy?: boolean;
}

/** A game with its picture and texts; leads to the games site, in a tab of its own. */
export function GameLink({ game, heading, look, isLazy = false }: GameLinkProps) {
  const { title, description, image_url, url } = game;
  const Heading = `h${heading}` as const;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(
        "group grid rounded-lg transition-colors duration-120",
        look === "tile"
          ? "h-full content-start bg-surface shadow-e2 hover:bg-surface-2"
          : "grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[13rem_minmax(0,1fr)]",
      )}
    >
      <img
        src={image_url}
        alt=""
        width={800}
        height={450}
        loading={isLazy ? "lazy" : undefined}
        className={cx(
          "aspect-video h-auto w-full bg-surface-2 object-cover",
          look === "tile" ? "rounded-t-lg" : "rounded-lg",
        )}
      />
      <div className={cx("min-w-0", look === "tile" && "px-5 py-4")}>
        <Heading
          dir="auto"
          className="text-md leading-snug wrap-anywhere group-hover:underline group-hover:underline-offset-4"
        >
          {title}
        </Heading>
        <p
          dir="auto"
          className={cx("mt-1 text-sm text-ink-2 wrap-anywhere", look === "row" && "line-clamp-3")}
        >
          {description}
        </p>
      </div>
    </a>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { gameLimits, maxGamePriority } from "@toibako/contract/staff/contents/games.ts";
import { contentPictureSizes } from "@toibako/contract/staff/contents/pictures.ts";
import { useState } from "react";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { uploadPicture } from "#features/staff/queries/content-pictures.ts";
import { type ContentField, createContentId } from "#features/staff/queries/content-values.ts";
import {
  editedGameQuery,
  editedGamesQuery,
  refreshGames,
  saveGameOf,
} from "#features/staff/queries/games.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";

/** The list of games, one page at a time, in the order in which they are shown. */
export function GameContentList({ after }: { after: string | undefined }) {
  const { t } = useTexts();
  const query = useQuery(editedGamesQuery(after));
  const [newId] = useState(createContentId);
  return (
    <>
      {query.data?.games_url === null && (
        <Callout tone="warn">{t("staff_games.no_site", { variable: "GAMES_URL" })}</Callout>
      )}
      <ContentIndex
        kind="games"
        query={query}
        create={[newId, t("staff_games.new_game")]}
        contents={query.data?.games.map(({ uuid, path_id, title, priority, is_shown }) => ({
          id: uuid,
          title,
          details: (
            <>
              <span>{t(is_shown ? "staff_games.shown" : "staff_games.hidden")}</span>
              <span>{t("staff_games.priority_of", { n: priority })}</span>
              <span translate="no" className="wrap-anywhere">
                {path_id}
              </span>
            </>
          ),
        }))}
        emptyTitle={t("staff_games.no_games")}
        after={after}
        has_more={query.data?.has_more}
      />
    </>
  );
}

/** The form of a game. */
export function GameEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedGameQuery(id));
  if (!query.data) return <FormLoading query={query} />;
  const fields: ContentField[] = [
    {
      name: "titles",
      kind: "texts",
      label: t("staff_games.game_title"),
      limit: gameLimits.titles,
      hint: t("staff_games.title_hint", { n: gameLimits.titles }),
    },
    {
      name: "descriptions",
      kind: "long_texts",
      label: t("staff_games.description"),
      limit: gameLimits.descriptions,
    },
    {
      name: "image_url",
      kind: "picture",
      label: t("staff_games.picture"),
      hint: t("staff_games.picture_hint", contentPictureSizes.game),
      upload: (file) => uploadPicture("game", file),
      ...contentPictureSizes.game,
    },
    {
      name: "path_id",
      kind: "text",
      label: t("staff_games.path_id"),
      hint: t("staff_games.path_id_hint"),
    },
    {
      name: "priority",
      kind: "number",
      label: t("staff_games.priority"),
      hint: t("staff_games.priority_hint", { max: maxGamePriority }),
    },
    {
      name: "is_shown",
      kind: "switch",
      label: t("staff_games.show"),
      hint: t("staff_games.show_hint"),
    },
  ];
  return (
    <ContentEditor
      draftKey={`game:${id}`}
      fields={fields}
      stored={query.data}
      needsAllTexts={() => true}
      save={(version, values) => saveGameOf(id, version, values)}
      refresh={() => refreshGames(client)}
    />
  );
}

import { Link } from "@tanstack/react-router";
import {
  type ContentKind,
  contentKinds,
  type KindWithPages,
} from "@toibako/contract/staff/contents/kinds.ts";
import type { ComponentType } from "react";
import { ContentList } from "#features/staff/components/contents/content-list.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { AdTagEditor, AdTagList } from "./ad-tags.tsx";
import { BadgeList } from "./badges.tsx";
import { BannerEditor, BannerList } from "./banners.tsx";
import {
  CategoryEditor,
  CategoryList,
  CommunityContentList,
  CommunityEditor,
} from "./communities.tsx";
import { DiagnosisGameEditor, DiagnosisGameList } from "./diagnosis.tsx";
import { GameContentList, GameEditor } from "./games.tsx";
import { lineLinkClass } from "./list-parts.tsx";
import { ReleaseNoteEditor, ReleaseNoteList } from "./release-notes.tsx";
import { RoomContentList, RoomEditor, RoomQuestionGroups, RoomQuestions } from "./rooms.tsx";
import { SitePageEditor, SitePageList } from "./site-pages.tsx";
import { StampEditor, StampGroupEditor, StampGroupList, StampList } from "./stamps.tsx";
import { WordListEditor, WordListList } from "./word-lists.tsx";

/** A page of a list; `after` is the id of the last content of the page before. */
type ContentsPage = ComponentType<{ after: string | undefined }>;
type ContentPage = ComponentType<{ id: string }>;

/** The kinds of contents by their part of the address. */
const kinds = {
  release_notes: {
    title: "staff_contents.release_notes",
    description: "staff_contents.release_notes_description",
    List: ReleaseNoteList,
    Editor: ReleaseNoteEditor,
  },
  categories: {
    title: "staff_communities.categories",
    description: "staff_communities.categories_description",
    List: CategoryList,
    Editor: CategoryEditor,
  },
  communities: {
    title: "staff_communities.communities",
    description: "staff_communities.communities_description",
    List: CommunityContentList,
    Editor: CommunityEditor,
  },
  rooms: {
    title: "staff_communities.rooms",
    description: "staff_communities.rooms_description",
    List: RoomContentList,
    Editor: RoomEditor,
  },
  room_questions: {
    title: "staff_communities.room_questions",
    description: "staff_communities.room_questions_description",
    List: RoomQuestionGroups,
    Editor: RoomQuestions,
  },
  pages: {
    title: "staff_texts.pages",
    description: "staff_texts.pages_description",
    List: SitePageList,
    Editor: SitePageEditor,
  },
  word_lists: {
    title: "staff_texts.word_lists",
    description: "staff_texts.word_lists_description",
    List: WordListList,
    Editor: WordListEditor,
  },
  stamps: {
    title: "staff_stamps.stamps",
    description: "staff_stamps.stamps_description",
    List: StampList,
    Editor: StampEditor,
  },
  stamp_groups: {
    title: "staff_stamps.groups",
    description: "staff_stamps.groups_description",
    List: StampGroupList,
    Editor: StampGroupEditor,
  },
  games: {
    title: "staff_games.games",
    description: "staff_games.games_description",
    List: GameContentList,
    Editor: GameEditor,
  },
  banners: {
    title: "staff_banners.banners",
    description: "staff_banners.banners_description",
    List: BannerList,
    Editor: BannerEditor,
  },
  diagnosis: {
    title: "staff_diagnosis.games",
    description: "staff_diagnosis.games_description",
    List: DiagnosisGameList,
    Editor: DiagnosisGameEditor,
  },
  badges: {
    title: "staff_stamps.badges",
    description: "staff_stamps.badges_description",
    List: BadgeList,
  },
  ad_tags: {
    title: "staff_ads.title",
    description: "staff_ads.description",
    List: AdTagList,
    Editor: AdTagEditor,
  },
} as const satisfies Record<
  ContentKind,
  { title: string; description: string; List: ContentsPage; Editor?: ContentPage }
>;

/** What admins can change of the site's contents. */
export function ContentKinds() {
  const { t, locale } = useTexts();
  return (
    <ContentList
      contents={contentKinds.map((kind) => ({
        key: kind,
        title: t(kinds[kind].title),
        details: t(kinds[kind].description),
        link: <Link to="/$locale/adm/contents/$kind" params={{ locale, kind }} />,
      }))}
    />
  );
}

/** The list of the contents of one kind. */
export function ContentsOfKind({ kind, after }: { kind: ContentKind; after: string | undefined }) {
  const { t, locale } = useTexts();
  const { title, List } = kinds[kind];
  return (
    <>
      <div>
        <Link to="/$locale/adm/contents" params={{ locale }} className={lineLinkClass}>
          {t("staff_contents.title")}
        </Link>
        <h2 className="text-lg">{t(title)}</h2>
      </div>
      <List after={after} />
    </>
  );
}

/** The form of one content. */
export function OpenedContent({ kind, id }: { kind: KindWithPages; id: string }) {
  const { t, locale } = useTexts();
  const { title, Editor } = kinds[kind];
  return (
    <>
      <div>
        <Link to="/$locale/adm/contents/$kind" params={{ locale, kind }} className={lineLinkClass}>
          {t("staff_contents.back")}
        </Link>
        <h2 className="text-lg">{t(title)}</h2>
      </div>
      <Editor id={id} />
    </>
  );
}

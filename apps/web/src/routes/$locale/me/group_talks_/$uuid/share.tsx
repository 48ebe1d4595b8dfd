import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { requireSession } from "#features/accounts/queries.ts";
import { roomQuery } from "#features/rooms/queries/room.ts";
import { postRoomLink, recordRoomShare } from "#features/rooms/queries/sharing.ts";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { ShareStage } from "#features/shares/components/share-stage.tsx";
import { useXPostMethod } from "#features/shares/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { StagePage } from "#widgets/page/stage-page.tsx";

export const Route = createFileRoute("/$locale/me/group_talks_/$uuid/share")({
  // Passed on, so that the type of the parameters is that of this route.
  beforeLoad: (call) => requireSession(call),
  loader: async ({ context: { queryClient }, params: { uuid, locale } }) => {
    await queryClient.ensureQueryData(roomQuery(uuid, locale)).catch(throwNotFound);
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("rooms.share_title"), noindex: true }),
  component: ShareRoomPage,
});

/** Shares the link of a room, which invites visitors and shows others the join form. */
function ShareRoomPage() {
  const { t } = useTexts();
  const toasts = useToasts();
  const { uuid, locale } = Route.useParams();
  const { title } = useSuspenseQuery(roomQuery(uuid, locale)).data.group_talk;
  const isXLinked = useXPostMethod() === "linked";
  const picture = `/cards/rooms/${locale}/${uuid}`;
  const alt = t("rooms.picture_alt", { title });
  const post = () => {
    recordRoomShare(uuid);
    return postRoomLink(uuid);
  };
  return (
    <StagePage
      back={{
        link: <Link to="/$locale/me/group_talks/$uuid" params={{ locale, uuid }} />,
        text: t("shell.back_to", { title }),
      }}
    >
      <ShareStage
        title={t("rooms.share_title")}
        theme="mint"
        content={{
          path: `/${locale}/me/group_talks/${uuid}`,
          text: t("rooms.share_words", { title }),
          pictures: {
            tall: {
              url: `${picture}.tall.png`,
              alt,
              file_name: buildPictureName(title, t("shares.format_tall")),
            },
            wide: { url: `${picture}.png`, alt, file_name: buildPictureName(title) },
          },
        }}
        onShare={() => recordRoomShare(uuid)}
      >
        {isXLinked && (
          <PostToXButton
            post={post}
            onFailed={(reason) => toasts.showToast(reason, { type: "error" })}
            variant="outline"
          />
        )}
      </ShareStage>
    </StagePage>
  );
}

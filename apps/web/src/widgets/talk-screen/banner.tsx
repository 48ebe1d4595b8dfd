import type { Message } from "@toibako/contract/messages.ts";
import type { Talk } from "@toibako/contract/talks.ts";
import { ConversationBanner } from "#features/messages/components/conversation-banner.tsx";
import { describePartner } from "#features/talks/components/partner.tsx";
import type { Banner } from "#lib/conversation/views.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { WhatTheySee } from "#widgets/talks/what-they-see.tsx";

interface TalkBannerProps {
  talk: Talk;
  banner: Banner;
  oldest: Message | undefined;
  onOlder: () => void;
}

/** The strip above the oldest message: what an empty talk begins with, its beginning, or the way to older messages. */
export function TalkBanner({ talk, banner, oldest, onOlder }: TalkBannerProps) {
  const { t } = useTexts();
  return (
    <ConversationBanner
      banner={banner}
      firstLanding={<FirstLanding talk={talk} />}
      beginning={
        oldest ? t("messages.begins_on", { date: oldest.formatted_date }) : t("messages.begins")
      }
      onOlder={onOlder}
    />
  );
}

/** In a talk without messages: what the partner sees of the reader. */
function FirstLanding({ talk }: { talk: Talk }) {
  const { t } = useTexts();
  const { is_starter, is_starter_shown } = talk;
  const name = describePartner(talk, t);
  return (
    <div className="my-auto grid grid-cols-1 justify-items-center py-6">
      {is_starter && !is_starter_shown ? (
        <WhatTheySee name={name} />
      ) : (
        <Card className="max-w-md text-center text-sm text-ink-2">
          {is_starter ? t("messages.empty_shown", { name }) : t("messages.empty_received")}
        </Card>
      )}
    </div>
  );
}

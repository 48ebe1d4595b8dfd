import { Ellipsis, MessageCircle, PenLine, Share } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { LikeButton } from "#ui/buttons/like-button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#ui/feedback/states.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { Badge } from "../badge.tsx";
import { BinDrawing } from "../drawings/bin.tsx";
import { EmptyInboxDrawing } from "../drawings/empty-inbox.tsx";
import { ErrorDrawing } from "../drawings/error.tsx";
import { FriendsDrawing } from "../drawings/friends.tsx";
import { HeartsDrawing } from "../drawings/hearts.tsx";
import { LetterArrivingDrawing } from "../drawings/letter-arriving.tsx";
import { NoAnswersDrawing } from "../drawings/no-answers.tsx";
import { NoMembersDrawing } from "../drawings/no-members.tsx";
import { NoQuestionsDrawing } from "../drawings/no-questions.tsx";
import { NotFoundDrawing } from "../drawings/not-found.tsx";
import { Stage } from "./stage.tsx";

const sampleLink = <a href="#main">…</a>;
const pageLabels = { nav: "ページ", first: "最初", previous: "前", next: "次", last: "最後" };
const seeds =
  "yui_cafe ken miri haru aoi sora rin taro momo kai nao yuki emi jun leo mei hana ryo ume tsubasa".split(
    " ",
  );
const drawings = [
  EmptyInboxDrawing,
  NoAnswersDrawing,
  NoQuestionsDrawing,
  NoMembersDrawing,
  LetterArrivingDrawing,
  NotFoundDrawing,
  ErrorDrawing,
  HeartsDrawing,
  BinDrawing,
  FriendsDrawing,
];

export function WorkshopContent() {
  return (
    <>
      <Stage title="Answer card">
        <AnswerCard />
      </Stage>
      <Stage title="Letters">
        <Letter
          size="lg"
          seal="匿名の質問"
          text="好きな人に、どうやって気持ちを伝えますか？"
          render={sampleLink}
        />
        <Letter
          size="sm"
          seal="#恋愛相談"
          text="休日はどんなふうに過ごしていますか？"
          render={sampleLink}
        />
        <Letter
          seal="Anonymous"
          lang="en"
          lines={4}
          text={"I have been meaning to ask you this for a long time. ".repeat(8)}
        />
      </Stage>
      <Stage title="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button>質問する</Button>
          <Button variant="quiet">あとで</Button>
          <Button variant="outline">フォロー</Button>
          <Button variant="danger">削除する</Button>
          <Button variant="text">もっと見る</Button>
          <Button disabled>送信できません</Button>
          <Button size="sm">フォロー</Button>
          <Button size="sm" variant="outline">
            フォロー中
          </Button>
          <a href="#main" className={buildButtonClass({ variant: "quiet" })}>
            リンク
          </a>
        </div>
        <Button size="lg" isWide isPending pendingLabel="送信しています…">
          送信する
        </Button>
        <div className="flex gap-3">
          <Button size="lg" className="flex-1">
            <PenLine size={20} aria-hidden="true" />
            匿名で質問する
          </Button>
          <IconButton
            size="lg"
            variant="outline"
            label="メッセージを送る"
            icon={<MessageCircle size={24} />}
          />
        </div>
      </Stage>
      <Stage title="Avatars, badges">
        <div className="flex flex-wrap items-center gap-4">
          {[24, 32, 48, 64, 96].map((size) => (
            <Avatar key={size} seed="yui_cafe" size={size} hasRing={size > 60} label="ゆい" />
          ))}
          <Badge count={1} />
          <Badge count={10} />
          <Badge count={11} />
          <Badge text="New" />
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(56px,1fr))] gap-3">
          {seeds.map((seed) => (
            <Avatar key={seed} seed={seed} size={56} />
          ))}
        </div>
      </Stage>
      <Stage title="Tabs, pagination">
        <Tabs
          label="受信箱"
          items={[
            {
              key: "new",
              label: "未回答",
              render: sampleLink,
              isCurrent: true,
              badge: <Badge count={12} />,
            },
            { key: "done", label: "回答済み", render: sampleLink, isCurrent: false },
            { key: "bin", label: "ゴミ箱", render: sampleLink, isCurrent: false },
          ]}
        />
        <Tabs
          look="pill"
          label="ともだち"
          items={[
            { key: "a", label: "タイムライン", render: sampleLink, isCurrent: false },
            { key: "b", label: "おすすめ", render: sampleLink, isCurrent: true },
          ]}
        />
        <Pagination page={1} pages={4} link={() => sampleLink} labels={pageLabels} />
        <Pagination
          page={12}
          pages={40}
          link={() => sampleLink}
          labels={{ ...pageLabels, nav: "ページ 2" }}
        />
      </Stage>
      <Stage title="Drawings">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {drawings.map((Drawing) => (
            <Drawing key={Drawing.name} />
          ))}
        </div>
      </Stage>
      <Stage title="Empty, error, loading">
        <Card>
          <EmptyState
            drawing={<EmptyInboxDrawing />}
            title="質問はまだ届いていません"
            action={<Button>リンクをシェアする</Button>}
          >
            あなたの質問箱のリンクをシェアして、最初の質問を待ちましょう。
          </EmptyState>
        </Card>
        <Card>
          <ErrorState title="読み込めませんでした" retryLabel="もう一度" onRetry={() => {}}>
            電波のよいところで、もう一度お試しください。
          </ErrorState>
        </Card>
        <SkeletonList kind="letter" count={1} label="読み込み中" />
        <SkeletonList kind="row" count={2} label="読み込み中" />
      </Stage>
    </>
  );
}

function AnswerCard() {
  const [isLiked, setIsLiked] = useState(true);
  return (
    <Card as="article" look="sheet">
      <Letter seal="匿名の質問" text="最近いちばん笑ったことはなんですか？" render={sampleLink} />
      <CardBody>
        <div className="flex min-h-11 items-center gap-3">
          <Avatar seed="yui_cafe" size={36} />
          <b className="text-[0.9375rem]">ゆい</b>
          <time className="text-xs text-ink-2">2時間前</time>
          <IconButton
            label="この回答のメニュー"
            icon={<Ellipsis size={20} />}
            className="-mr-2.5 ml-auto"
          />
        </div>
        <p>
          友だちと電車を乗り過ごして、終点の海まで行ってしまったこと。せっかくだからと朝日を見て、始発で帰りました。いま思い出しても笑えます。
        </p>
        <div className="mt-3 mb-2 flex items-center gap-2">
          <LikeButton
            count={isLiked ? 24 : 23}
            isPressed={isLiked}
            label="いいね"
            onToggle={() => setIsLiked(!isLiked)}
          />
          <Button variant="text" className="font-semibold">
            <Share size={18} aria-hidden="true" />
            シェア
          </Button>
          <LikeButton count={1290} isPressed={false} label="いいね" className="ml-auto" />
        </div>
      </CardBody>
    </Card>
  );
}

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { GameStage } from "#features/diagnosis/components/game-stage.tsx";
import { diagnosisGameQuery, sharedResultQuery, usePlay } from "#features/diagnosis/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

interface GameToPlayProps {
  uuid: string;
  /** The id of a shared result, which the page shows instead of the reader's own. */
  result_id: string | undefined;
}

/** A diagnosis game: the reader plays it, sees what they got today, or sees what somebody else has shared. */
export function GameToPlay({ uuid, result_id }: GameToPlayProps) {
  const { game, can_play, own_result } = useSuspenseQuery(diagnosisGameQuery(uuid)).data;
  const shared = useQuery({
    ...sharedResultQuery(uuid, result_id ?? ""),
    enabled: result_id !== undefined,
  }).data?.result;
  const [hasPlayed, setHasPlayed] = useState(false);
  const isOthers = shared !== undefined && shared.id !== own_result?.id;
  const result = isOthers ? shared : own_result;
  const isSignedIn = useCurrentUser() !== undefined;
  // So that nothing below moves when the result takes the place of the button.
  const reservesHeight = hasPlayed || (isSignedIn && can_play && !result);
  const chooseBody = () => {
    if (result)
      return <ResultText game={game} result={result} isOthers={isOthers} isNew={hasPlayed} />;
    return can_play ? (
      <PlayForm game={game} onPlayed={() => setHasPlayed(true)} />
    ) : (
      <NotForReader />
    );
  };
  return (
    <Card look="sheet" className="grid grid-cols-[minmax(0,1fr)]">
      <GameStage game={game} result={result} isNew={hasPlayed} />
      <div className={cx("grid content-center px-3 pt-4 pb-3", reservesHeight && "min-h-96")}>
        {chooseBody()}
      </div>
    </Card>
  );
}

function Centered({ children }: { children: ReactNode }) {
  return <div className="grid justify-items-center gap-4 text-center">{children}</div>;
}

interface PlayFormProps {
  game: DiagnosisGame;
  onPlayed: () => void;
}

/** The button that plays a game. Visitors are invited to sign in. */
function PlayForm({ game, onPlayed }: PlayFormProps) {
  const { t } = useTexts();
  const user = useCurrentUser();
  const modal = useModal();
  const { mutate, isPending, error } = usePlay(game.uuid);
  const press = () => (user ? mutate(undefined, { onSuccess: onPlayed }) : modal.open("invite"));
  return (
    <Centered>
      <p className="short-text max-w-md text-balance">{game.description}</p>
      <Button size="lg" isPending={isPending} pendingLabel={t("diagnosis.playing")} onClick={press}>
        {t("diagnosis.play")}
      </Button>
      <p className="text-sm text-ink-2">
        {t(user ? "diagnosis.once_a_day" : "diagnosis.visitor_hint")}
      </p>
      {error && (
        <Callout tone="error">{describeFailure(error, t("diagnosis.play_failed"))}</Callout>
      )}
    </Centered>
  );
}

function NotForReader() {
  const { t } = useTexts();
  return (
    <Centered>
      <p className="font-bold">{t("diagnosis.not_for_you_title")}</p>
      <p className="short-text max-w-md text-sm text-balance text-ink-2">
        {t("diagnosis.not_for_you_text")}
      </p>
    </Centered>
  );
}

interface ResultTextProps {
  game: DiagnosisGame;
  result: DiagnosisResult;
  isOthers: boolean;
  /** Whether the result has just arrived; it then gets the focus, because the pressed button was removed. */
  isNew: boolean;
}

/** What the picture says, as text, and what the reader can do next. */
function ResultText({ game, result, isOthers, isNew }: ResultTextProps) {
  const { t } = useTexts();
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) text.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Centered>
      <div ref={text} tabIndex={-1} className="grid gap-2 outline-none">
        <h2 className="text-sm text-ink-2">
          {t(isOthers ? "diagnosis.shared_result" : "diagnosis.own_result")}
        </h2>
        <p
          lang={getLanguageTag(result.locale)}
          dir="auto"
          // A long text scrolls, so that nothing moves when it takes the place of the button.
          className="short-text max-h-[6lh] overflow-y-auto text-question font-bold text-balance wrap-anywhere"
        >
          {result.share_body}
        </p>
      </div>
      {isOthers ? <OwnTurn game={game} /> : <ShareResult game={game} result={result} />}
    </Centered>
  );
}

/** Invites the reader of somebody else's result to play as well. */
function OwnTurn({ game: { uuid, description } }: { game: DiagnosisGame }) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const modal = useModal();
  return (
    <>
      {user ? (
        <Link
          to="/$locale/diagnosis/$uuid"
          params={{ locale, uuid }}
          className={buildButtonClass({ size: "lg" })}
        >
          {t("diagnosis.own_turn")}
        </Link>
      ) : (
        <Button size="lg" onClick={() => modal.open("invite")}>
          {t("diagnosis.own_turn")}
        </Button>
      )}
      <p className="short-text max-w-md text-sm text-balance text-ink-2">{description}</p>
    </>
  );
}

function ShareResult({ game, result }: Pick<ResultTextProps, "game" | "result">) {
  const { t, locale } = useTexts();
  return (
    <>
      <Link
        to="/$locale/diagnosis/$uuid/share"
        params={{ locale, uuid: game.uuid }}
        search={{ result: result.id }}
        className={buildButtonClass({ size: "lg" })}
      >
        {t("diagnosis.share")}
      </Link>
      <p className="text-sm text-ink-2">{t("diagnosis.again_tomorrow")}</p>
    </>
  );
}

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { ClosedLetter, OpenedLetter } from "#features/diagnosis/components/game-letter.tsx";
import { diagnosisGameQuery, sharedResultQuery, usePlay } from "#features/diagnosis/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
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
  if (result) {
    return (
      <Card look="sheet">
        <OpenedLetter game={game} result={result} isNew={hasPlayed}>
          <ResultText result={result} isOthers={isOthers} isNew={hasPlayed} />
        </OpenedLetter>
        <NextStep>
          {isOthers ? <OwnTurn game={game} /> : <ShareResult game={game} result={result} />}
        </NextStep>
      </Card>
    );
  }
  return (
    <Card look="sheet">
      <ClosedLetter>
        {can_play ? (
          // A long text scrolls, so that the envelope isn't higher than a result.
          <p className="short-text max-h-[4lh] max-w-md overflow-y-auto text-lg font-bold text-balance">
            {game.description}
          </p>
        ) : (
          <NotForReader />
        )}
      </ClosedLetter>
      {can_play && <PlayForm game={game} onPlayed={() => setHasPlayed(true)} />}
    </Card>
  );
}

/** On phones, one of two hints that follow each other may have two lines. */
const hintClass = "text-sm text-balance text-ink-2 max-sm:min-h-[2lh]";

/** What the reader can do, below the letter. */
function NextStep({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-3 pt-4 pb-3 text-center">{children}</div>
  );
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
    <NextStep>
      <Button size="lg" isPending={isPending} pendingLabel={t("diagnosis.playing")} onClick={press}>
        {t("diagnosis.play")}
      </Button>
      <p className={hintClass}>{t(user ? "diagnosis.once_a_day" : "diagnosis.visitor_hint")}</p>
      {error && (
        <Callout tone="error">{describeFailure(error, t("diagnosis.play_failed"))}</Callout>
      )}
    </NextStep>
  );
}

function NotForReader() {
  const { t } = useTexts();
  return (
    <div className="grid gap-2">
      <p className="text-lg font-bold">{t("diagnosis.not_for_you_title")}</p>
      <p className="short-text max-w-md text-sm text-balance text-ink-2-on-paper">
        {t("diagnosis.not_for_you_text")}
      </p>
    </div>
  );
}

interface ResultTextProps {
  result: DiagnosisResult;
  isOthers: boolean;
  /** Whether the result has just arrived; it then gets the focus, because the pressed button was removed. */
  isNew: boolean;
}

/** What the picture says, as text. */
function ResultText({ result, isOthers, isNew }: ResultTextProps) {
  const { t } = useTexts();
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) text.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <div ref={text} tabIndex={-1} className="grid gap-2 outline-none">
      <h2 className="text-sm text-ink-2-on-paper">
        {t(isOthers ? "diagnosis.shared_result" : "diagnosis.own_result")}
      </h2>
      <p
        lang={getLanguageTag(result.locale)}
        dir="auto"
        // A long text scrolls, so that nothing moves when it takes the place of the envelope.
        className="short-text max-h-[5lh] overflow-y-auto text-question font-bold text-balance wrap-anywhere"
      >
        {result.share_body}
      </p>
    </div>
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

function ShareResult({ game, result }: { game: DiagnosisGame; result: DiagnosisResult }) {
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
      <p className={hintClass}>{t("diagnosis.again_tomorrow")}</p>
    </>
  );
}

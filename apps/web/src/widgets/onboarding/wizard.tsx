import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { formatBoxReadyPath, formatImportStepPath } from "@toibako/contract/addresses.ts";
import { isEmailAddress } from "@toibako/contract/email-addresses.ts";
import { hasFilterLevels, hasTopicsPage } from "@toibako/contract/locales.ts";
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useProviderPicture } from "#features/accounts/queries/provider-picture.ts";
import { useInitialSetting } from "#features/onboarding/queries.ts";
import { storeMailedAddress } from "#lib/browser/mailed-address.ts";
import { takeVisitToX } from "#lib/browser/visit-to-x.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { ApiError, describeFailure, getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useBackCloses } from "#lib/page/back-closes.ts";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import {
  createEntries,
  type Entries,
  findBirthdayProblem,
  profileFields,
  toInitialSetting,
} from "./entries.ts";
import { FeaturesStep } from "./features-step.tsx";
import { LinkX } from "./link-x.tsx";
import { ProfileStep } from "./profile-step.tsx";

/** Loaded on demand, because it loads the texts of communities, which are needed here in Japanese only. */
const suggestions = defineLazyModule(
  async () => (await import("#widgets/communities/suggestions.tsx")).Suggestions,
);

/**
 * The state of the progress bar on each page, in percent. The page `topics` suggests communities; without it, the bar
 * is full on the page `features`.
 */
const progressPercents = { profile: 35, features: 60, topics: 100 } as const;
type Step = keyof typeof progressPercents;

interface WizardProps {
  user: CurrentUser;
  /** The page to which “Your box is ready” links; by default the home. */
  next: string | undefined;
}

/**
 * The onboarding of a new account. The second page saves the entries of the first and the second page. Only
 * in Japanese, there is a third page, which suggests communities.
 */
export function Wizard({ user, next }: WizardProps) {
  const { t, locale } = useTexts();
  const hasTopicsStep = hasTopicsPage(locale);
  const hasLevels = hasFilterLevels(locale);
  const [step, setStep] = useState<Step>("profile");
  const { entries, changeEntries, forgetEntries } = useEntries(user);
  const { errors, setErrors, messages, clearMessages, showRefusal } = useRefusal(() =>
    setStep("profile"),
  );
  const [tickedCommunities, setTickedCommunities] = useState<string[]>([]);
  const openNextPage = useOpenNextPage({ user, next });
  const announceMailedLink = useMailedLinkAnnouncement(user);
  const copyPicture = usePictureCopy();
  const { mutate, mutateAsync, isPending, isSuccess } = useInitialSetting();
  const returnAfterFailure = () => setStep("features");
  const Suggestions = useLazyModule(
    suggestions,
    hasTopicsStep && step !== "profile",
    returnAfterFailure,
  );
  const heading = useFocusAfterChange(step, messages);

  function goTo(other: Step) {
    clearMessages();
    setStep(other);
  }
  useBackCloses(step !== "profile", () => goTo(step === "topics" ? "features" : "profile"));
  function submitProfile(event: SubmitEvent) {
    event.preventDefault();
    const isEmailInvalid = entries.is_send_email && !isEmailAddress(entries.email);
    const birthdayProblem = user.birthday === null && findBirthdayProblem(entries, user.time_zone);
    setErrors({
      ...(isEmailInvalid && { email: t("onboarding.invalid_user_email_format") }),
      ...(birthdayProblem && { birthday_year: t(birthdayProblem) }),
    });
    if (!isEmailInvalid && !birthdayProblem) goTo("features");
  }
  function saveEntries(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    const setting = toInitialSetting(user, entries, { hasLevels });
    const body = hasTopicsStep ? setting : { ...setting, sign_up_complete: true as const };
    mutate(
      { body, picture: entries.picture },
      {
        onSuccess: ({ user: saved }) => {
          announceMailedLink(saved);
          changeEntries({ picture: undefined });
          if (hasTopicsStep) goTo("topics");
          else finish();
        },
        onError: showRefusal,
      },
    );
  }
  function finish() {
    forgetEntries();
    openNextPage();
  }
  function complete() {
    const body = { sign_up_complete: true as const };
    mutate({ body, picture: undefined }, { onSuccess: finish, onError: showRefusal });
  }
  async function saveBeforeVisit(): Promise<boolean> {
    const body = toInitialSetting(user, entries, { hasLevels });
    try {
      const { user: saved } = await mutateAsync({ body, picture: entries.picture });
      announceMailedLink(saved);
      return true;
    } catch (error) {
      showRefusal(error);
      return false;
    }
  }
  const continueAfterVisit = useEffectEvent(async () => {
    const visit = takeVisitToX();
    if (!visit) return;
    const isLinked = user.provider.includes("twitter");
    // Without a third page, a reader who didn't link X continues on the second page, from which they went to X.
    goTo(hasTopicsStep ? "topics" : "features");
    if (visit === "picture" && isLinked) await copyPicture();
    if (!hasTopicsStep && isLinked) complete();
  });
  useEffect(() => void continueAfterVisit(), []);
  const renderPreviousButton = (to: Step) => (
    <Button variant="text" onClick={() => goTo(to)}>
      {t("onboarding.previous")}
    </Button>
  );
  return (
    <div className="mx-auto grid max-w-lg gap-5 px-4 py-6 lg:py-10">
      <Progress
        percent={progressPercents[step === "features" && !hasTopicsStep ? "topics" : step]}
      />
      <header>
        <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t(`onboarding.setup_${step}`)}
        </h1>
        <p className="short-text mt-1 text-sm text-ink-2">{t(`onboarding.setup_${step}_text`)}</p>
      </header>
      <Problems messages={messages} />
      {step === "profile" && (
        <StepForm
          onSubmit={submitProfile}
          actions={
            <Button type="submit" size="lg">
              {t("onboarding.next")}
            </Button>
          }
        >
          <ProfileStep user={user} entries={entries} onChange={changeEntries} errors={errors} />
        </StepForm>
      )}
      {step === "features" && (
        <StepForm
          onSubmit={saveEntries}
          actions={
            <>
              {renderPreviousButton("profile")}
              <Button
                type="submit"
                size="lg"
                isPending={isPending || (isSuccess && !hasTopicsStep)}
                pendingLabel={t("settings.saving")}
              >
                {t(hasTopicsStep ? "onboarding.next" : "onboarding.complete")}
              </Button>
            </>
          }
        >
          <FeaturesStep
            user={user}
            entries={entries}
            onChange={changeEntries}
            hasLevels={hasLevels}
          />
        </StepForm>
      )}
      {step === "features" && (
        <LinkX
          user={user}
          hasPicture={user.avatar === null || entries.picture !== undefined}
          next={next}
          isPending={isPending}
          onSave={saveBeforeVisit}
        />
      )}
      {step === "topics" && !Suggestions && <SkeletonList kind="row" label={t("common.loading")} />}
      {step === "topics" && Suggestions && (
        <Suggestions
          ticked={tickedCommunities}
          onTick={setTickedCommunities}
          onDone={complete}
          submitLabel={t("onboarding.complete")}
          pendingLabel={t("settings.saving")}
          isFinishing={isPending || user.sign_up_complete}
          previous={renderPreviousButton("features")}
        />
      )}
      <a
        href={formatBoxReadyPath({ locale, next })}
        className={buildButtonClass({ variant: "text", className: "justify-self-center" })}
      >
        {t("onboarding.later")}
      </a>
    </div>
  );
}

/** The fields of the first two pages: the account's saved values, and what was changed, which survives a reload. */
function useEntries(user: CurrentUser) {
  const [draft, writeDraft, forgetEntries] = useDraft("onboarding");
  const [picture, setPicture] = useState<Blob>();
  const changed = draft === "" ? {} : (JSON.parse(draft) as Partial<Entries>);
  function changeEntries(changes: Partial<Entries>) {
    const { picture: chosen, ...others } = changes;
    if ("picture" in changes) setPicture(chosen);
    if (Object.keys(others).length > 0) writeDraft(JSON.stringify({ ...changed, ...others }));
  }
  return { entries: { ...createEntries(user), ...changed, picture }, changeEntries, forgetEntries };
}

/** The errors of fields and the messages of a refused request. `onProfileError` shows the page of the refused field. */
function useRefusal(onProfileError: () => void) {
  const { t } = useTexts();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [messages, setMessages] = useState<string[]>([]);
  function showRefusal(error: unknown) {
    const details = error instanceof ApiError ? error.details : {};
    const texts: Record<string, string> = {};
    for (const [field, sentences] of Object.entries(details)) texts[field] = sentences.join(" ");
    setErrors(texts);
    setMessages(getErrorTexts(error, t("settings.save_failed")));
    if (Object.keys(details).some((field) => profileFields.includes(field))) onProfileError();
  }
  return { errors, setErrors, messages, clearMessages: () => setMessages([]), showRefusal };
}

/** Returns the function that opens the page after the onboarding: first the import, for accounts that linked X. */
function useOpenNextPage({ user, next }: WizardProps) {
  const { locale } = useTexts();
  const { site } = useRouter().options.context;
  return () => {
    const destination = formatBoxReadyPath({ locale, next });
    const isXLinked = user.provider.includes("twitter") && site.providers.includes("twitter");
    window.location.assign(
      isXLinked ? formatImportStepPath({ locale, next: destination }) : destination,
    );
  };
}

/** Returns a function: if another address was saved, it lets the next page say that a link was mailed to it. */
function useMailedLinkAnnouncement(user: CurrentUser) {
  const { site } = useRouter().options.context;
  return ({ email, confirmed_email }: CurrentUser) => {
    const isMailed = site.has_mail && email !== user.email && email !== confirmed_email;
    if (isMailed && email) storeMailedAddress(email);
  };
}

/** Returns the function that takes over the picture of the linked account on X, or shows why that failed. */
function usePictureCopy() {
  const { t } = useTexts();
  const toasts = useToasts();
  const pictureCopy = useProviderPicture();
  return async () => {
    try {
      await pictureCopy.mutateAsync("twitter");
    } catch (error) {
      toasts.showToast(describeFailure(error, t("settings.save_failed")), { type: "error" });
    }
  };
}

function Problems({ messages }: { messages: string[] }) {
  const { t } = useTexts();
  if (messages.length === 0) return null;
  return (
    <Callout tone="error" title={t("accounts.problem_heading")}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Callout>
  );
}

interface StepFormProps {
  onSubmit: (event: SubmitEvent) => void;
  actions: ReactNode;
  children: ReactNode;
}

function StepForm({ onSubmit, actions, children }: StepFormProps) {
  return (
    <ScriptedForm onSubmit={onSubmit}>
      <div className="grid gap-6 rounded-sheet bg-surface px-5 py-6 shadow-e2 sm:px-8 sm:py-8">
        {children}
      </div>
      <div className="flex items-center gap-3 *:last:grow">{actions}</div>
    </ScriptedForm>
  );
}

function Progress({ percent }: { percent: number }) {
  const { t } = useTexts();
  return (
    <div
      role="progressbar"
      aria-label={t("onboarding.progress")}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-brand-fill transition-[width] duration-320 ease-calm"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

/** Scrolls to the top and focuses the heading when another page or a new error is shown. Returns the heading's ref. */
function useFocusAfterChange(step: Step, messages: string[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef({ step, messages });
  // Registering loads this page as a whole, which leaves the focus nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const isOtherStep = previous.current.step !== step;
    const hasNewError = previous.current.messages !== messages && messages.length > 0;
    previous.current = { step, messages };
    if (!isOtherStep && !hasNewError) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [step, messages]);
  return heading;
}

import {
  addPasskey as addPasskeyEndpoint,
  completeLogin,
  confirmIdentityByPasskey,
  confirmIdentityByPassword,
  createPasskeyChallenge,
  getFactors,
  getIdentityConfirmation,
  loginByPasskey,
  mailIdentityLink,
  passkeyChallengeMinutes,
  removePasskey as removePasskeyEndpoint,
  removePassword as removePasswordEndpoint,
  renamePasskey as renamePasskeyEndpoint,
  replaceRecoveryCodes as replaceRecoveryCodesEndpoint,
  startPasskey as startPasskeyEndpoint,
  startTotp as startTotpEndpoint,
  turnOffTotp as turnOffTotpEndpoint,
  turnOnTotp as turnOnTotpEndpoint,
} from "@toibako/contract/factors.ts";
import { millisecondsPerMinute } from "#platform/durations.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import {
  hasIdentityConfirmation,
  requireIdentityConfirmation,
  storeIdentityConfirmation,
} from "#platform/identity/identity-confirmation.ts";
import { verifyPassword } from "#platform/identity/passwords.ts";
import { findKnownBrowser, rememberBrowser } from "#platform/limits/known-browsers.ts";
import { listNetworkRanges } from "#platform/limits/networks.ts";
import { type AdmitAttempt, requireAdmission } from "../accounts/commands/attempts.ts";
import {
  finishSignIn,
  rejectIfBrowserIsFull,
  rejectSignedIn,
} from "../accounts/commands/sign-in.ts";
import { enqueueIdentityLink } from "../mails/commands/identity-links.ts";
import { findPasswordHash } from "../passwords/queries.ts";
import type { AdmitCode } from "./commands/code-attempts.ts";
import { createChallenge } from "./commands/passkey-challenges.ts";
import {
  addPasskey,
  getRelyingParty,
  removePasskey,
  removePassword,
  renamePasskey,
  startPasskey,
  verifyOwnPasskey,
  verifyPasskey,
} from "./commands/passkeys.ts";
import { clearSignInChallenge, readSignInChallenge } from "./commands/sign-in-challenge.ts";
import {
  consumeCode,
  replaceRecoveryCodes,
  startTotp,
  turnOffTotp,
  turnOnTotp,
} from "./commands/totp.ts";
import { type Code, readCode } from "./policy.ts";
import { findFactors, findPasskey, findPasswordOfTotpUser } from "./queries.ts";

type CodeCall = Pick<Call<typeof completeLogin>, "services" | "request">;

/** `admitAttempt` limits attempts with passwords, `admitCode` those with codes. */
export function routes(admitAttempt: AdmitAttempt, admitCode: AdmitCode) {
  const limitCodeAttempts = async ({ services, request }: CodeCall, account: string, code: Code) =>
    admitCode({
      code,
      account,
      networks: listNetworkRanges(request.ip),
      browser_id: await findKnownBrowser(services, request, account),
    });

  return [
    implement(getFactors, async ({ services, viewer, locale }) => ({
      body: { factors: await findFactors(services, viewer.user, locale) },
    })),

    implement(getIdentityConfirmation, async (call) => ({
      body: { is_confirmed: hasIdentityConfirmation(call) },
    })),

    implement(confirmIdentityByPassword, async (call) => {
      const { services, request, reply, viewer, body } = call;
      await requireAdmission(admitAttempt, call, viewer.user.account);
      const password_hash = await findPasswordHash(services.db, viewer.user.pk);
      const isCorrect = await verifyPassword(request.ip, password_hash, body.password);
      if (!isCorrect) throw new Failure("wrong_password");
      if (await findPasswordOfTotpUser(services.db, viewer.user.pk)) {
        if (body.code === undefined) throw createFieldFailure("code", "missing_field");
        const code = readCode(body.code);
        await limitCodeAttempts(call, viewer.user.account, code);
        await consumeCode(services, viewer.user.pk, code);
      }
      storeIdentityConfirmation(services, reply, viewer.user.pk);
      return {};
    }),

    implement(confirmIdentityByPasskey, async (call) => {
      const { services, reply, viewer, body } = call;
      await verifyOwnPasskey(call, viewer.user.pk, body.credential);
      storeIdentityConfirmation(services, reply, viewer.user.pk);
      return {};
    }),

    implement(mailIdentityLink, async ({ viewer, services }) => {
      if (!services.config.smtp_url) throw new Failure("refused");
      await enqueueIdentityLink(services.db, viewer.user.pk);
      return {};
    }),

    implement(startTotpEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      return { body: await startTotp(call.services, call.viewer.user) };
    }),

    implement(turnOnTotpEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      const { services, request, reply, body } = call;
      const { user } = call.viewer;
      const turnedOn = await turnOnTotp(services, request, user.pk, readCode(body.code));
      await rememberBrowser(services, request, reply, user.account);
      return { body: turnedOn };
    }),

    implement(turnOffTotpEndpoint, async (call) => {
      const { services, request, reply, body } = call;
      const { user } = call.viewer;
      const code = readCode(body.code);
      await limitCodeAttempts(call, user.account, code);
      await turnOffTotp(services, user.pk, code);
      await rememberBrowser(services, request, reply, user.account);
      return {};
    }),

    implement(replaceRecoveryCodesEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      const { services, request, viewer } = call;
      return { body: await replaceRecoveryCodes(services, request, viewer.user.pk) };
    }),

    implement(completeLogin, async (call) => {
      const { services, body } = call;
      rejectSignedIn(call, call.query.mal);
      const { account, ...verified } = await readSignInChallenge(call);
      // Before `consumeCode`, so that a full browser doesn't use up the code.
      await rejectIfBrowserIsFull(call, verified.user_pk);
      const code = readCode(body.code);
      await limitCodeAttempts(call, account, code);
      await consumeCode(services, verified.user_pk, code);
      clearSignInChallenge(call);
      return finishSignIn(call, verified);
    }),

    implement(startPasskeyEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      return { body: { options: await startPasskey(call, call.viewer.user) } };
    }),

    implement(addPasskeyEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      const { services, viewer, locale, body } = call;
      const { name, credential } = body;
      const id = await addPasskey(call, viewer.user.pk, name, credential);
      return { body: { passkey: await findPasskey(services, viewer.user, locale, id) } };
    }),

    implement(renamePasskeyEndpoint, async ({ services, viewer, params, body }) => {
      await renamePasskey(services, viewer.user.pk, params.id, body.name);
      return {};
    }),

    implement(removePasskeyEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      await removePasskey(call.services, call.viewer.user.pk, call.params.id);
      return {};
    }),

    implement(removePasswordEndpoint, async (call) => {
      requireIdentityConfirmation(call);
      await removePassword(call.services, call.viewer.user.pk);
      return {};
    }),

    implement(createPasskeyChallenge, async (call) => ({
      body: {
        options: {
          rpId: getRelyingParty(call.services).id,
          challenge: await createChallenge(call, null),
          timeout: passkeyChallengeMinutes * millisecondsPerMinute,
          userVerification: "required" as const,
        },
      },
    })),

    implement(loginByPasskey, async (call) => {
      rejectSignedIn(call, call.query.mal);
      return finishSignIn(call, await verifyPasskey(call, call.body.credential));
    }),
  ];
}

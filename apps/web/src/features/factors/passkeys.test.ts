import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { connectBrowser } from "#lib/http/client.ts";
import { signInByPasskey, waitForPasskeyInField } from "./queries.ts";

const ceremony = vi.hoisted(() => ({ events: [] as string[], cancel: () => {} }));

vi.mock("@simplewebauthn/browser", () => ({
  browserSupportsWebAuthnAutofill: async () => true,
  WebAuthnAbortService: { cancelCeremony: () => ceremony.cancel() },
  startAuthentication({ useBrowserAutofill }: { useBrowserAutofill?: boolean }) {
    if (!useBrowserAutofill) {
      ceremony.events.push("press begins");
      return Promise.resolve({ id: "id", response: {} });
    }
    const { promise, reject } = Promise.withResolvers<never>();
    // A browser ends a cancelled request some time later.
    ceremony.cancel = () =>
      void setTimeout(() => {
        ceremony.events.push("field ends");
        reject(new DOMException("cancelled", "AbortError"));
      }, 20);
    return promise;
  },
}));

test("AUTH-24 a press of the passkey button waits until the request of the field has ended", async () => {
  connectBrowser(new QueryClient(), async () => ({ status: 200, data: { options: {} } }));
  const field = waitForPasskeyInField(new AbortController().signal).catch(() => {});
  await vi.waitFor(() => expect(ceremony.cancel.toString()).toContain("setTimeout"));
  await signInByPasskey({ mal: undefined });
  await field;
  expect(ceremony.events).toEqual(["field ends", "press begins"]);
});

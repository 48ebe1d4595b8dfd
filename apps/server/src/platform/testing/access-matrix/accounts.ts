import { password } from "../site.ts";
import { type AccessRow, everyone, signedIn } from "./row.ts";

/** A valid public key of a push subscription. */
export const examplePublicKey =
  "BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM";

export const accountRows: Record<string, AccessRow> = {
  // The handle is taken. Accounts get 409, because another sign-in needs `mal=1`.
  "POST /acc/regist": {
    body: { account: "yui", password, locale: "ja" },
    expected: [400, 400, 409, 409],
  },
  // Accounts get 409 for the same reason.
  "POST /acc/login": {
    body: { account: "yui", password: "wrong password" },
    expected: [401, 401, 409, 409],
  },
  // 202 says that nobody is signed in.
  "GET /api/v2/users/me": { expected: [202, 202, 200, 200] },
  // This site has no provider configured, so everybody gets 404.
  "POST /auth/{}": { url: "/auth/google", isForm: true, expected: [404, 404, 404, 404] },
  "GET /auth/{}/callback": { url: "/auth/google/callback", expected: [404, 404, 404, 404] },
  "GET /api/v2/me/accounts": { expected: signedIn },
  "DELETE /api/v2/me/accounts/{}": {
    url: "/api/v2/me/accounts/nobody",
    expected: [401, 401, 404, 404],
  },
  "PATCH /me/accounts/switches/{}": {
    url: "/me/accounts/switches/nobody",
    isForm: true,
    expected: [401, 401, 404, 404],
  },
  "POST /me/accounts/switches/{}": {
    url: "/me/accounts/switches/nobody",
    isForm: true,
    expected: [401, 401, 404, 404],
  },
  // The handle is reserved. Another account and the owner have signed in within ten minutes.
  "PUT /api/v2/me/account": { body: { account: "admin" }, expected: [401, 401, 400, 400] },
  "GET /api/v2/me/sessions": { expected: signedIn },
  "DELETE /api/v2/me/sessions/{}": {
    url: "/api/v2/me/sessions/unknown",
    expected: [401, 401, 404, 404],
  },
  "GET /api/v2/me/visitor_state": {
    url: ({ answer }) => `/api/v2/me/visitor_state?answer_ids=${answer}`,
    expected: everyone,
  },
  "GET /api/v2/me/push": { expected: signedIn },
  "PUT /api/v2/me/push/devices": {
    body: {
      endpoint: "https://fcm.googleapis.com/fcm/send/1",
      p256dh: examplePublicKey,
      auth: "A".repeat(22),
      kinds: ["question"],
      quiet_hours: null,
    },
    expected: signedIn,
  },
  // The endpoint's address is not that of a push service, so the call is refused.
  "PUT /api/v2/me/push/renewal": {
    body: { endpoint: "https://push.invalid/", p256dh: "A".repeat(87), auth: "A".repeat(22) },
    expected: [401, 401, 400, 400],
  },
  "DELETE /api/v2/me/push/devices/{}": {
    url: "/api/v2/me/push/devices/unknown",
    expected: [401, 401, 404, 404],
  },
  "GET /api/v2/me/identities": { expected: signedIn },
  "POST /api/v2/me/identities/{}/picture": {
    url: "/api/v2/me/identities/google/picture",
    expected: [401, 401, 404, 404],
  },
  "DELETE /api/v2/me/identities/{}": {
    url: "/api/v2/me/identities/google",
    expected: [401, 401, 404, 404],
  },
};

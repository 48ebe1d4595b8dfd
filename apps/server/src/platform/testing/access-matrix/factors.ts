import { type AccessRow, signedIn } from "./row.ts";

const invalidCredential = {
  id: "AAAA",
  client_data_json: "AAAA",
  authenticator_data: "AAAA",
  signature: "AAAA",
};

/**
 * Kenta and Yui have just signed in, so their identities are confirmed, and a further sign-in without
 * `mal=1` is refused.
 */
export const factorRows: Record<string, AccessRow> = {
  "GET /api/v2/me/factors": { expected: signedIn },
  "GET /api/v2/me/confirmation": { expected: signedIn },
  "POST /api/v2/me/confirmation": {
    body: { password: "wrong password" },
    expected: [401, 401, 403, 403],
  },
  // 422 says that the credential is invalid.
  "POST /api/v2/me/confirmation/passkey": {
    body: { credential: invalidCredential },
    expected: [401, 401, 422, 422],
  },
  // The accounts have passwords, and the site has no mail server.
  "POST /api/v2/me/confirmation/mail": { expected: [401, 401, 422, 422] },
  "POST /api/v2/me/totp": { expected: [401, 401, 201, 201] },
  // The code is wrong in these two calls.
  "PUT /api/v2/me/totp": {
    body: { code: "wrong" },
    expected: [401, 401, 422, 422],
  },
  "POST /api/v2/me/totp/removal": {
    body: { code: "wrong" },
    expected: [401, 401, 422, 422],
  },
  // Neither account has turned the second factor on.
  "POST /api/v2/me/recovery_codes": { expected: [401, 401, 422, 422] },
  "POST /api/v2/me/passkeys/challenge": { expected: [401, 401, 201, 201] },
  // The credential is invalid.
  "POST /api/v2/me/passkeys": {
    body: {
      name: "x",
      credential: {
        id: "AAAA",
        client_data_json: "AAAA",
        attestation_object: "AAAA",
        transports: [],
      },
    },
    expected: [401, 401, 422, 422],
  },
  "PUT /api/v2/me/passkeys/{}": {
    url: ({ passkey }) => `/api/v2/me/passkeys/${passkey}`,
    body: { name: "x" },
    expected: [401, 401, 404, 204],
  },
  "DELETE /api/v2/me/passkeys/{}": {
    url: ({ passkey }) => `/api/v2/me/passkeys/${passkey}`,
    expected: [401, 401, 404, 204],
  },
  // The row above has deleted Yui's passkey, so each account can only sign in with its password.
  "DELETE /api/v2/me/password": { expected: [401, 401, 422, 422] },
  "POST /acc/passkey/challenge": { expected: [201, 201, 201, 201] },
  "POST /acc/passkey": {
    body: { credential: invalidCredential },
    expected: [422, 422, 409, 409],
  },
  // 410 says that no sign-in waits for a code.
  "POST /acc/login/code": {
    body: { code: "123456" },
    expected: [410, 410, 409, 409],
  },
};

import { password } from "../site.ts";
import type { AccessRow } from "./row.ts";

/**
 * Calls about passwords and mail links. The site has no mail server, so resetting a password gets 404, and
 * mailing a link again 422.
 */
export const mailRows: Record<string, AccessRow> = {
  "POST /acc/password_resets": {
    body: { account_or_email: "yui" },
    expected: [404, 404, 404, 404],
  },
  "GET /api/v2/password_resets/{}": {
    url: "/api/v2/password_resets/unknown",
    expected: [404, 404, 404, 404],
  },
  "PUT /acc/password_resets/{}": {
    url: "/acc/password_resets/unknown",
    body: { password },
    expected: [404, 404, 404, 404],
  },
  "PUT /api/v2/me/password": {
    body: { current_password: "not the password", password },
    expected: [401, 401, 400, 400],
  },
  "POST /api/v2/authorization_email/resend": { expected: [401, 401, 422, 422] },
  "GET /api/v2/me/email_reminder": { expected: [401, 401, 200, 200] },
  "PUT /api/v2/me/email_reminder": { expected: [401, 401, 204, 204] },
  "GET /api/v2/mail_links/{}": {
    url: "/api/v2/mail_links/unknown",
    expected: [404, 404, 404, 404],
  },
  "GET /api/v2/unsubscriptions/{}": {
    url: "/api/v2/unsubscriptions/forged",
    expected: [404, 404, 404, 404],
  },
  "POST /{}/acc/unsubscriptions/{}": {
    url: "/ja/acc/unsubscriptions/forged",
    expected: [404, 404, 404, 404],
  },
  "PUT /api/v2/mail_links/{}": {
    url: "/api/v2/mail_links/unknown",
    expected: [404, 404, 404, 404],
  },
};

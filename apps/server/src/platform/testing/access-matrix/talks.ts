import { type AccessRow, signedIn } from "./row.ts";

/** Calls about a talk that Yui has started with Mei, about one that Mei has started with her, and about messages. */
export const talkRows: Record<string, AccessRow> = {
  "PUT /api/v2/users/update_message_tos_showed": { expected: signedIn },
  "GET /api/v2/me/talks": { expected: signedIn },
  "POST /api/v2/me/talks": {
    body: { talk: { account: "mei" } },
    expected: [401, 401, 201, 201],
  },
  "GET /api/v2/me/talks/{}": {
    url: ({ receivedTalk }) => `/api/v2/me/talks/${receivedTalk}`,
    expected: [401, 401, 404, 200],
  },
  "PATCH /api/v2/me/talks/{}": {
    url: ({ receivedTalk }) => `/api/v2/me/talks/${receivedTalk}`,
    body: { is_muted: true },
    expected: [401, 401, 404, 200],
  },
  "PUT /api/v2/me/talks/{}/starter": {
    url: ({ startedTalk }) => `/api/v2/me/talks/${startedTalk}/starter`,
    expected: [401, 401, 404, 200],
  },
  "PUT /api/v2/me/talks/{}/release": {
    url: ({ receivedTalk }) => `/api/v2/me/talks/${receivedTalk}/release`,
    expected: [401, 401, 404, 200],
  },
  "GET /api/v2/messages": {
    url: ({ receivedTalk }) => `/api/v2/messages?uuid=${receivedTalk}`,
    expected: [401, 401, 404, 200],
  },
  "POST /api/v2/messages": {
    body: ({ receivedTalk }) => ({
      message: { talk_uuid: receivedTalk, body: "こんにちは", key: "a-key-of-the-matrix" },
    }),
    expected: [401, 401, 404, 201],
  },
  "DELETE /api/v2/me/talks/{}/messages/{}": {
    url: ({ startedTalk, messageKey }) => `/api/v2/me/talks/${startedTalk}/messages/${messageKey}`,
    expected: [401, 401, 404, 200],
  },
  "PATCH /api/v2/me/talks/{}/read_all": {
    url: ({ receivedTalk }) => `/api/v2/me/talks/${receivedTalk}/read_all`,
    expected: [401, 401, 404, 200],
  },
  "GET /api/v2/me/talk_reports": { expected: signedIn },
  "POST /api/v2/me/talk_reports": {
    body: ({ receivedTalk }) => ({ uuid: receivedTalk, mode: "report" }),
    expected: [401, 401, 404, 201],
  },
  "DELETE /api/v2/me/talks/{}": {
    url: ({ receivedTalk }) => `/api/v2/me/talks/${receivedTalk}`,
    expected: [401, 401, 404, 204],
  },
};

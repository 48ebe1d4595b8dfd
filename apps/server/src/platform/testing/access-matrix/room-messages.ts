import type { AccessRow } from "./row.ts";

const room = "first-room-favourites-";

/** Calls about a message that Yui has posted in a room, of which Kenta isn't a member. */
export const roomMessageRows: Record<string, AccessRow> = {
  "GET /api/v2/group_messages": {
    url: `/api/v2/group_messages?uuid=${room}`,
    expected: [401, 401, 403, 200],
  },
  "POST /api/v2/group_messages": {
    body: {
      group_message: { group_talk_uuid: room, body: "こんにちは", key: "a-key-of-the-matrix" },
    },
    expected: [401, 401, 403, 201],
  },
  // One's own message can't be reported.
  "POST /api/v2/me/group_talks/{}/messages/{}/reports": {
    url: ({ messageKey }) => `/api/v2/me/group_talks/${room}/messages/${messageKey}/reports`,
    body: { reason: "other" },
    expected: [401, 401, 404, 422],
  },
  "PATCH /api/v2/me/group_talks/{}/read_all": {
    url: `/api/v2/me/group_talks/${room}/read_all`,
    expected: [401, 401, 404, 200],
  },
  "DELETE /api/v2/me/group_talks/{}/messages/{}": {
    url: ({ messageKey }) => `/api/v2/me/group_talks/${room}/messages/${messageKey}`,
    expected: [401, 401, 404, 200],
  },
};

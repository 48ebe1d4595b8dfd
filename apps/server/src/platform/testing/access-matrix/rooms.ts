import { type AccessRow, everyone, signedIn } from "./row.ts";

const group = "favourites-questions--";
const question = "favourites-question-2-";

/** Calls about an official room of which Yui is a member, and Kenta isn't. */
export const roomRows: Record<string, AccessRow> = {
  "GET /api/v2/me/group_talks": { expected: signedIn },
  "GET /api/v2/group_talks/joinable": { expected: signedIn },
  "GET /api/v2/group_talks/{}": {
    url: ({ room }) => `/api/v2/group_talks/${room}`,
    expected: everyone,
  },
  "GET /cards/rooms/{}/{}.png": {
    url: ({ room }) => `/cards/rooms/ja/${room}.png`,
    expected: everyone,
  },
  "GET /cards/rooms/{}/{}.tall.png": {
    url: ({ room }) => `/cards/rooms/ja/${room}.tall.png`,
    expected: everyone,
  },
  "GET /api/v2/personal_answer_groups/{}": {
    url: `/api/v2/personal_answer_groups/${group}`,
    expected: signedIn,
  },
  // Kenta sends no name.
  "POST /api/v2/me/group_talks/{}/join": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}/join`,
    body: { display_name: "", personal_answers: [] },
    expected: [401, 401, 400, 201],
  },
  "PATCH /api/v2/me/group_talks/{}": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}`,
    body: { is_muted: true },
    expected: [401, 401, 404, 200],
  },
  "PUT /api/v2/me/group_talks/{}/rules": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}/rules`,
    expected: [401, 401, 404, 200],
  },
  "PATCH /api/v2/me/group_talks/{}/share": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}/share`,
    expected: [401, 401, 404, 200],
  },
  // The member gets 422, because Yui has not linked X.
  "POST /api/v2/me/group_talks/{}/share": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}/share`,
    expected: [401, 401, 404, 422],
  },
  "GET /api/v2/me/group_talks/{}/members": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}/members`,
    expected: [401, 401, 403, 200],
  },
  "GET /api/v2/me/group_talks/{}/personal_question_items/{}/summary": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}/personal_question_items/${question}/summary`,
    expected: [401, 401, 403, 200],
  },
  "GET /api/v2/group_talk_user_summaries/{}": {
    url: ({ member }) => `/api/v2/group_talk_user_summaries/${member}`,
    expected: [401, 401, 404, 200],
  },
  // Yui's answers lack a required one.
  "PUT /api/v2/group_talk_user_summaries/{}": {
    url: ({ member }) => `/api/v2/group_talk_user_summaries/${member}`,
    body: { display_name: "ゆい", personal_answers: [] },
    expected: [401, 401, 404, 400],
  },
  // Nobody hides themselves.
  "PUT /api/v2/group_talk_user_summaries/{}/hidden": {
    url: ({ member }) => `/api/v2/group_talk_user_summaries/${member}/hidden`,
    body: { is_hidden: true },
    expected: [401, 401, 404, 404],
  },
  // Who isn't a member has left already.
  "DELETE /api/v2/me/group_talks/{}": {
    url: ({ room }) => `/api/v2/me/group_talks/${room}`,
    expected: [401, 401, 204, 204],
  },
};

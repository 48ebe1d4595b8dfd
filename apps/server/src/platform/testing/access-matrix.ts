import { accountRows } from "./access-matrix/accounts.ts";
import { archiveRows } from "./access-matrix/archives.ts";
import { billingRows } from "./access-matrix/billing.ts";
import { communityRows } from "./access-matrix/communities.ts";
import { diagnosisRows } from "./access-matrix/diagnosis.ts";
import { factorRows } from "./access-matrix/factors.ts";
import { mailRows } from "./access-matrix/mails.ts";
import { roomMessageRows } from "./access-matrix/room-messages.ts";
import { roomRows } from "./access-matrix/rooms.ts";
import { type AccessRow, everyone, signedIn } from "./access-matrix/row.ts";
import { staffRows } from "./access-matrix/staff.ts";
import { talkRows } from "./access-matrix/talks.ts";

// The statuses that nobody, the visitor, another account and the owner get (`AccessRow`).
const ownerOnly: AccessRow["expected"] = [401, 401, 404, 200];

/**
 * The expected statuses of the mounted routes; access.test.ts fails for routes that are missing here,
 * except those that access.test.ts itself excludes.
 */
export const accessMatrix: Record<string, AccessRow> = {
  ...accountRows,
  ...archiveRows,
  ...billingRows,
  ...roomMessageRows,
  ...mailRows,
  ...diagnosisRows,
  ...staffRows,
  "GET /api/v1/social_profile/{}": { url: "/api/v1/social_profile/yui", expected: everyone },
  "GET /api/v1/answer_likes": {
    url: ({ answer }) => `/api/v1/answer_likes?answer_id=${answer}`,
    expected: everyone,
  },
  "GET /api/v2/me/user_achievements": { expected: signedIn },
  "POST /api/v2/me/user_achievements/claim": { expected: signedIn },
  // The owner gets 422, because Yui has not linked X.
  "POST /api/v2/me/user_achievements/{}/share": {
    url: ({ achievement }) => `/api/v2/me/user_achievements/${achievement}/share`,
    body: { provider: "twitter" },
    expected: [401, 401, 404, 422],
  },
  "PUT /api/v2/me/user_achievements/{}/share": {
    url: ({ achievement }) => `/api/v2/me/user_achievements/${achievement}/share`,
    body: { provider: "twitter" },
    expected: [401, 401, 404, 422],
  },
  "POST /api/v2/answers/{}/share": {
    url: ({ answer }) => `/api/v2/answers/${answer}/share`,
    body: { provider: "twitter" },
    expected: [401, 401, 404, 422],
  },
  "GET /api/v2/me/unread_counts": { expected: everyone },
  "GET /api/v1/user/{}": { url: "/api/v1/user/yui", expected: everyone },
  "GET /api/v2/items/most_liked": {
    url: "/api/v2/items/most_liked?account=yui",
    expected: everyone,
  },
  "GET /api/v2/items/": { url: "/api/v2/items/?account=yui", expected: everyone },
  "POST /api/v2/questions": {
    body: { account: "yui", body: "もう一つ" },
    expected: [201, 201, 201, 201],
  },
  "GET /api/v1/questions/{}": {
    url: ({ unansweredQuestion }) => `/api/v1/questions/${unansweredQuestion}`,
    expected: [404, 404, 404, 200],
  },
  "GET /api/v2/questions/{}/latests": {
    url: ({ answeredQuestion }) => `/api/v2/questions/${answeredQuestion}/latests`,
    expected: everyone,
  },
  "GET /api/v2/me/items/received": { expected: signedIn },
  "GET /api/v2/games": { expected: everyone },
  "GET /api/v2/games/top_priority": { expected: everyone },
  "GET /api/v2/banners": { expected: everyone },
  "GET /api/v2/stamp_groups": { url: "/api/v2/stamp_groups?locale=th", expected: everyone },
  "GET /api/v2/me/held_questions": { expected: signedIn },
  "PUT /api/v2/me/held_questions/{}/release": {
    url: ({ heldQuestion }) => `/api/v2/me/held_questions/${heldQuestion}/release`,
    expected: [401, 401, 404, 204],
  },
  "DELETE /api/v2/me/held_questions/{}": {
    url: ({ otherHeldQuestion }) => `/api/v2/me/held_questions/${otherHeldQuestion}`,
    expected: [401, 401, 404, 204],
  },
  "DELETE /api/v2/me/held_questions": { expected: [401, 401, 204, 204] },
  "GET /api/v2/me/ng_words": { expected: signedIn },
  "POST /api/v2/me/ng_words": {
    body: { word: "もうひとつ" },
    expected: [401, 401, 201, 201],
  },
  "DELETE /api/v2/me/ng_words/{}": {
    url: ({ ownWord }) => `/api/v2/me/ng_words/${ownWord}`,
    expected: [401, 401, 404, 204],
  },
  "GET /api/v2/me/ng_words/preview": {
    url: "/api/v2/me/ng_words/preview?word=x",
    expected: signedIn,
  },
  "POST /api/v1/reports": {
    body: ({ questionToReport }) => ({ mode: "unit", item_id: questionToReport }),
    expected: [401, 401, 404, 201],
  },
  // Nobody reports themselves.
  "POST /api/v2/users/{}/reports": {
    url: "/api/v2/users/yui/reports",
    body: { reason: "harassment" },
    expected: [401, 401, 201, 422],
  },
  "GET /api/v2/me/blocks": { expected: signedIn },
  "POST /api/v2/me/blocks": {
    body: ({ answeredQuestion }) => ({ question_id: answeredQuestion }),
    expected: [401, 401, 404, 201],
  },
  "DELETE /api/v2/me/blocks/{}": {
    url: ({ block }) => `/api/v2/me/blocks/${block}`,
    expected: [401, 401, 404, 204],
  },
  "PUT /api/v2/questions/{}": {
    url: ({ unansweredQuestion }) => `/api/v2/questions/${unansweredQuestion}`,
    body: { status: "confirmed" },
    expected: ownerOnly,
  },
  // An account can't answer twice.
  "POST /api/v2/questions/{}/answers": {
    url: ({ answeredQuestion }) => `/api/v2/questions/${answeredQuestion}/answers`,
    body: { text: "もう一度" },
    expected: [401, 401, 404, 409],
  },
  "POST /api/v1/answer": {
    body: ({ answeredQuestion }) => ({ question_id: answeredQuestion, text: "もう一度" }),
    expected: [401, 401, 404, 409],
  },
  // Everybody but the answerer may like an answer.
  "POST /api/v1/answer_likes/toggle": {
    body: ({ answer }) => ({ answer_id: answer }),
    expected: [200, 200, 200, 403],
  },
  "PUT /api/v1/answer_likes/toggle": {
    body: ({ answer }) => ({ answer_id: answer }),
    expected: [200, 200, 200, 403],
  },
  ...communityRows,
  ...factorRows,
  ...talkRows,
  ...roomRows,
  // Nobody can follow themselves.
  "POST /api/v2/me/follows/{}": {
    url: "/api/v2/me/follows/yui",
    expected: [401, 401, 200, 403],
  },
  "DELETE /api/v2/me/follows/{}": {
    url: "/api/v2/me/follows/yui",
    expected: [401, 401, 200, 403],
  },
  // Everybody may read the answer, but only its answerer may pass the question on.
  "GET /api/v2/questions/{}/baton": {
    url: ({ answeredQuestion }) => `/api/v2/questions/${answeredQuestion}/baton`,
    expected: [401, 401, 403, 200],
  },
  // The owner gets 422, because Kenta is not their friend.
  "POST /api/v2/questions/{}/baton": {
    url: ({ answeredQuestion }) => `/api/v2/questions/${answeredQuestion}/baton`,
    body: { accounts: ["kenta"] },
    expected: [401, 401, 403, 422],
  },
  "GET /api/v2/users": { url: "/api/v2/users?query=yui", expected: signedIn },
  "GET /api/v2/me/friends": { expected: signedIn },
  "GET /api/v2/me/friends/import": { expected: signedIn },
  // Neither account has linked X.
  "POST /api/v2/me/friends/import": { expected: [401, 401, 422, 422] },
  "GET /api/v2/me/followers": { url: "/api/v2/me/followers?tab=pending", expected: signedIn },
  // Neither account has friends, so both timelines are empty.
  "GET /api/v2/me/friends/timelines": { expected: [401, 401, 204, 204] },
  "GET /api/v2/friends/recommend_contents": {
    url: "/api/v2/friends/recommend_contents?locale=ja",
    expected: everyone,
  },
  "GET /api/v2/users/{}/follows": { url: "/api/v2/users/yui/follows", expected: everyone },
  "GET /api/v2/users/{}/followers": { url: "/api/v2/users/yui/followers", expected: everyone },
  "GET /api/v2/send_questions": { expected: everyone },
  "PUT /api/v2/me/send_items/read": { expected: [204, 204, 204, 204] },
  "GET /api/v2/me/send_items/waiting": { expected: everyone },
  // The visitor sent the question; its receiver can't withdraw it.
  "DELETE /api/v2/me/send_items/{}": {
    url: ({ questionToWithdraw }) => `/api/v2/me/send_items/${questionToWithdraw}`,
    expected: [404, 204, 404, 404],
  },
  "DELETE /api/v2/me/bin/{}": {
    url: ({ binnedQuestion }) => `/api/v2/me/bin/${binnedQuestion}`,
    expected: [401, 401, 404, 204],
  },
  "DELETE /api/v2/me/bin": { expected: signedIn },
  "GET /api/v2/me/calm_mode": { expected: signedIn },
  "PUT /api/v2/me/calm_mode": {
    body: { duration: null },
    expected: signedIn,
  },
  "GET /api/v2/me/news": { expected: signedIn },
  "GET /api/v2/me/notices": { expected: signedIn },
  "GET /api/v2/me/notices/badge": { expected: signedIn },
  "GET /api/v2/me/notices/confirm": { expected: signedIn },
  "PUT /api/v2/me/notices/confirm": { expected: signedIn },
  "GET /api/v2/me/notices/{}": {
    url: ({ notice }) => `/api/v2/me/notices/${notice}`,
    expected: ownerOnly,
  },
  "DELETE /api/v2/me/notices/{}": {
    url: ({ notice }) => `/api/v2/me/notices/${notice}`,
    expected: [401, 401, 404, 204],
  },
  "GET /api/v2/me/badges": { expected: signedIn },
  "DELETE /api/v2/me/badges/{}": {
    url: ({ badge }) => `/api/v2/me/badges/${badge}`,
    expected: [401, 401, 404, 204],
  },
  "POST /api/v2/inquiries": {
    body: { email: "mei@example.com", topic: "usage", body: "教えてください" },
    expected: [201, 201, 201, 201],
  },
  "GET /api/v2/help_lines": { expected: everyone },
  // Refused, because this call lacks the header `Sec-Fetch-Site: same-origin`.
  "GET /api/v2/me/seen": { expected: [403, 403, 403, 403] },
  "PUT /api/v2/me/seen": {
    body: { questions: [], answers: [], notices: [] },
    expected: [204, 204, 204, 204],
  },
  // No operator has replaced the text.
  "GET /api/v2/pages/{}": {
    url: "/api/v2/pages/terms?locale=ja",
    expected: [204, 204, 204, 204],
  },
  "GET /api/v2/challenges": { expected: everyone },
  "POST /api/v2/error_reports": {
    body: { name: "TypeError", route: "/$locale/", stack: "" },
    expected: [204, 204, 204, 204],
  },
  "GET /api/v1/user/tutorial": { expected: signedIn },
  "PUT /api/v1/user/tutorial": {
    body: { tutorial_status: "first_step" },
    expected: signedIn,
  },
  // 202 says that nobody is signed in.
  "GET /api/v1/user": { expected: [202, 202, 200, 200] },
  // The birthday is missing.
  "PUT /api/v1/user/profiles": {
    body: {},
    expected: [401, 401, 422, 422],
  },
  "PUT /api/v1/user/profiles/initial_setting": {
    body: { user: { gender: "other" } },
    expected: signedIn,
  },
  "PUT /api/v1/user": {
    body: { is_receive_baton: true },
    expected: signedIn,
  },
  // Neither account has linked X.
  "POST /api/v1/share_profile/share_twitter": { expected: [401, 401, 422, 422] },
  // These settings need a linked X account as well.
  "PUT /api/v1/user/auto_recruit": {
    body: { is_auto_recruit: true },
    expected: [401, 401, 422, 422],
  },
  "PUT /api/v1/user/auto_message_recruit": {
    body: { is_auto_message_recruit: true },
    expected: [401, 401, 422, 422],
  },
  "GET /cards/questions/{}.png": {
    url: ({ unansweredQuestion }) => `/cards/questions/${unansweredQuestion}.png`,
    expected: [404, 404, 404, 200],
  },
  "GET /cards/questions/{}.tall.png": {
    url: ({ unansweredQuestion }) => `/cards/questions/${unansweredQuestion}.tall.png`,
    expected: [404, 404, 404, 200],
  },
  // The question has no answer yet, so not even its receiver gets a picture of one.
  "GET /cards/questions/{}.answer.png": {
    url: ({ unansweredQuestion }) => `/cards/questions/${unansweredQuestion}.answer.png`,
    expected: [404, 404, 404, 404],
  },
  "POST /api/v2/ogp_images": { expected: [401, 401, 201, 201] },
  "GET /cards/themes/{}/{}.wide.png": {
    url: "/cards/themes/ja/night.wide.png",
    expected: everyone,
  },
  "GET /cards/themes/{}/{}.tall.png": {
    url: "/cards/themes/ja/night.tall.png",
    expected: everyone,
  },
  "GET /cards/profiles/{}/{}.png": { url: "/cards/profiles/ja/yui.png", expected: everyone },
  "GET /cards/stamps/{}/{}.png": { url: "/cards/stamps/ja/eat.png", expected: everyone },
  "GET /avatars/{}.svg": { url: "/avatars/fox.svg", expected: everyone },
  // No follower has such a picture.
  "GET /me/follower_pictures/{}.webp": {
    url: "/me/follower_pictures/AAAAAAAAAAAAAAAAAAAAAA.webp",
    expected: [401, 401, 404, 404],
  },
  // No account has uploaded a picture.
  "GET /pictures/{}.webp": {
    url: "/pictures/AAAAAAAAAAAAAAAAAAAAAA.webp",
    expected: [404, 404, 404, 404],
  },
  "GET /pictures/{}.mp4": {
    url: "/pictures/AAAAAAAAAAAAAAAAAAAAAA.mp4",
    expected: [404, 404, 404, 404],
  },
  "GET /stamps/{}.svg": { url: "/stamps/eat.svg", expected: everyone },
  "GET /stamps/icons/{}.svg": { url: "/stamps/icons/everyday.svg", expected: everyone },
  "GET /cards/site/{}.png": { url: "/cards/site/ja.png", expected: everyone },
  "GET /robots.txt": { expected: everyone },
  "GET /sitemap.xml": { expected: everyone },
  "GET /sitemap/pages.xml": { expected: everyone },
  "GET /sitemap/{}/{}.xml": { url: "/sitemap/answers/0.xml", expected: everyone },
  "GET /manifest/{}.webmanifest": { url: "/manifest/ja.webmanifest", expected: everyone },
  "GET /.well-known/security.txt": { expected: everyone },
  "GET /.well-known/change-password": { expected: [302, 302, 302, 302] },
  "GET /embed/{}/{}": {
    url: ({ answeredQuestion }) => `/embed/ja/${answeredQuestion}`,
    expected: everyone,
  },
  "GET /api/oembed": {
    url: ({ answeredQuestion }) => `/api/oembed?url=http://localhost:3000/ja/q/${answeredQuestion}`,
    expected: everyone,
  },
  "GET /{}/{}/feed.atom": { url: "/ja/yui/feed.atom", expected: everyone },
  "GET /api/openapi.json": { expected: everyone },
  "GET /healthz": { expected: everyone },
  "GET /readyz": { expected: everyone },
  "PUT /api/v2/answers/{}": {
    url: ({ answer }) => `/api/v2/answers/${answer}`,
    body: { text: "直した答え" },
    expected: ownerOnly,
  },
  "PUT /api/v2/items/{}/sensitivity": {
    url: ({ answeredQuestion }) => `/api/v2/items/${answeredQuestion}/sensitivity`,
    body: { is_ad_default: true },
    expected: ownerOnly,
  },
  // Deletes the answer that other rows need, so it is near the end.
  "DELETE /api/v2/answers/{}": {
    url: ({ answer }) => `/api/v2/answers/${answer}`,
    expected: [401, 401, 404, 204],
  },
  "GET /api/v2/me/destruction": { expected: signedIn },
  // The handle is wrong, so no account is destroyed.
  "DELETE /api/v2/me": {
    body: { account: "someone_else" },
    expected: [401, 401, 400, 400],
  },
  // No browser has signed in to an account that was left.
  "GET /api/v2/left_account": { expected: [202, 202, 202, 202] },
  "PUT /api/v2/left_account": { expected: [404, 404, 404, 404] },
  "GET /api/v2/me/held_data": { expected: everyone },
  // Forgets the visitor, so it is near the end. Accounts can't be forgotten.
  "DELETE /api/v2/me/visitor": { expected: [204, 204, 403, 403] },
  // These calls end sessions, so they come last.
  "DELETE /api/v2/me/sessions": { expected: [401, 401, 204, 204] },
  "PUT /api/v2/me/leave": { expected: [401, 401, 204, 204] },
  // The previous call has ended the sessions of both accounts.
  "DELETE /acc/session": { expected: [401, 401, 401, 401] },
};

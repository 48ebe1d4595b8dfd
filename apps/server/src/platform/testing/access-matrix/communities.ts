import { type AccessRow, everyone, signedIn } from "./row.ts";

const booksPath = "/api/v2/communities/culture/books";
const ownBooksPath = "/api/v2/me/communities/culture/books";

/** Calls about the community "books", and about a question that Yui asked in it. */
export const communityRows: Record<string, AccessRow> = {
  "GET /api/v2/communities": { url: "/api/v2/communities?query=a", expected: everyone },
  "GET /api/v2/communities/samples": { expected: everyone },
  "GET /api/v2/communities/items/samples": { expected: everyone },
  "GET /api/v2/communities/{}/{}": { url: booksPath, expected: everyone },
  "GET /api/v2/communities/{}/{}/recommended": {
    url: `${booksPath}/recommended`,
    expected: everyone,
  },
  "GET /api/v2/communities/{}/{}/items": { url: `${booksPath}/items`, expected: everyone },
  "GET /api/v2/communities/{}/{}/recommended/items": {
    url: `${booksPath}/recommended/items`,
    expected: everyone,
  },
  "GET /api/v2/communities/{}/{}/users": { url: `${booksPath}/users`, expected: everyone },
  "GET /api/v2/communities/{}/{}/users/recommended": {
    url: `${booksPath}/users/recommended`,
    expected: signedIn,
  },
  "GET /api/v2/communities/{}/{}/items/{}": {
    url: ({ communityQuestion }) => `${booksPath}/items/${communityQuestion}`,
    expected: everyone,
  },
  "GET /api/v2/communities/{}/{}/items/{}/answers": {
    url: ({ communityQuestion }) => `${booksPath}/items/${communityQuestion}/answers`,
    expected: everyone,
  },
  "POST /api/v2/communities/{}/{}/items": {
    url: `${booksPath}/items`,
    body: { body: "どの本？" },
    expected: [401, 401, 201, 201],
  },
  "POST /api/v2/me/communities/{}/{}/items/{}/answers": {
    url: ({ communityQuestion }) => `${ownBooksPath}/items/${communityQuestion}/answers`,
    body: { body: "この本" },
    expected: [401, 401, 201, 201],
  },
  // Yui's question, which Kenta can't delete.
  "DELETE /api/v2/me/communities/{}/{}/items/{}": {
    url: ({ communityQuestion }) => `${ownBooksPath}/items/${communityQuestion}`,
    expected: [401, 401, 404, 204],
  },
  "GET /api/v2/me/communities": { expected: signedIn },
  "GET /api/v2/me/communities/exclude": { expected: signedIn },
  "GET /api/v2/me/communities/suggestions": { expected: signedIn },
  "PUT /api/v2/me/communities/suggestions": { expected: [401, 401, 204, 204] },
  "GET /api/v2/me/communities/users": {
    url: "/api/v2/me/communities/users?community_ids=books",
    expected: signedIn,
  },
  "PUT /api/v2/me/communities/users": {
    body: { community_ids: ["books"] },
    expected: signedIn,
  },
  "PUT /api/v2/me/communities/tutorial": {
    body: { community_tutorial_status: "community_tutorial_first_step" },
    expected: signedIn,
  },
  "POST /api/v2/me/communities/{}/{}/users": { url: `${ownBooksPath}/users`, expected: signedIn },
  // Nobody here has linked X.
  "PUT /api/v2/me/communities/{}/{}/share": {
    url: `${ownBooksPath}/share?provider=twitter`,
    expected: [401, 401, 422, 422],
  },
  "DELETE /api/v2/me/communities/{}/{}/users": { url: `${ownBooksPath}/users`, expected: signedIn },
  "GET /api/v2/me/communities/{}/{}/items": { url: `${ownBooksPath}/items`, expected: signedIn },
  "PUT /api/v2/me/communities/{}/{}/mute": {
    url: `${ownBooksPath}/mute`,
    body: { is_muted: true },
    expected: signedIn,
  },
  "GET /api/v2/me/followers/communities/{}/{}": {
    url: "/api/v2/me/followers/communities/culture/books",
    expected: signedIn,
  },
  "GET /community-pictures/icons/{}.svg": {
    url: "/community-pictures/icons/books.svg",
    expected: everyone,
  },
  "GET /community-pictures/banners/{}.svg": {
    url: "/community-pictures/banners/books.svg",
    expected: everyone,
  },
};

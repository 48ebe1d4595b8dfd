/**
 * The pages on which visitors arrive: profiles, questions and the top page. The build keeps their
 * scripts and texts apart from those of pages for accounts.
 */
export const publicRoutes = ["/$locale/$account", "/$locale/q/$uuid", "/$locale/"];

/**
 * The pages on which visitors arrive: profiles, questions and the top page. The build keeps their
 * scripts and texts apart from those of members' pages.
 */
export const publicRoutes = ["/$locale/$account", "/$locale/q/$uuid", "/$locale/"];

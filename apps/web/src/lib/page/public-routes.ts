/** The page on which most visitors arrive. Its component is loaded with the shell. */
export const profileRoute = "/$locale/$account";

/**
 * The other pages on which visitors arrive, questions and the top page; and the offline page, which the
 * service worker fetches for every visitor. Their loaders are in the shell's chunk, and their texts are loaded with it.
 */
export const publicRoutes = ["/$locale/q/$uuid", "/$locale/", "/$locale/offline"];

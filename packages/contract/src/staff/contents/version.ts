/** The version of a content that was not stored yet. Every save raises the version by one. */
export const newVersion = 0;

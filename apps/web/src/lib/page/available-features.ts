/**
 * Whether the pages for messages exist. They are not built yet: while this is false, the links, badges and
 * explanations that lead to them are hidden, and `/me/talks` is a page that isn't found. It is a constant, so
 * that the build leaves out the code that it hides.
 */
export const areMessagesAvailable: boolean = false;

// Parts of the site that have an address but are not built yet. Nothing links to them, shows a badge for
// them or explains them. The pages of messages are not found. Constants, so that the build leaves out
// their code.

export const areMessagesBuilt: boolean = false;

/** The daily mail about what is new. */
export const isDigestBuilt: boolean = false;

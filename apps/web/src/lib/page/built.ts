// Whether features are built (implemented) that already have an address. Until a feature is, the site has no
// links, badges or explanations for it, and its address leads to the not-found page. Each is a constant, so that
// the build leaves out the code of features that are not built.

export const areMessagesBuilt: boolean = false;

// Features that have an address but are not built yet. The site has no links, badges or explanations for them,
// and the addresses of messages lead to the not-found page. They are constants, so that the build removes their
// code.

export const areMessagesBuilt: boolean = false;

/** The key of the draft that holds the unsent text of a talk. */
export const getMessageDraftKey = (uuid: string) => `talk-message:${uuid}`;

/** The key of the draft that holds what is written to an account before the talk with it has started. */
export const getStartDraftKey = (account: string) => `talk-start:${account}`;

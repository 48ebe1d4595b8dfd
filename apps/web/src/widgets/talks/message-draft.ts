/** The key of the draft that holds the unsent text of a talk. */
export const getMessageDraftKey = (uuid: string) => `talk-message:${uuid}`;

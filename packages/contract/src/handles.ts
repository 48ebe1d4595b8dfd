/** Handles have 3 to 20 of these characters and are unique regardless of case. */
export const handlePattern = "^[A-Za-z0-9_]{3,20}$";

const handleFormat = new RegExp(handlePattern);

/** Whether a text has the form of a handle; it may be reserved or belong to nobody. */
export const isHandle = (text: string): boolean => handleFormat.test(text);

/** Days between two changes of a handle by its owner. */
export const handleChangeDays = 30;

/**
 * Days in which a former handle redirects to its account, and in which nobody else can take it or
 * the handle of a destroyed account.
 */
export const closedHandleDays = 180;

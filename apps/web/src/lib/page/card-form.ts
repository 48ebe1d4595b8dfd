/**
 * Whether the page at an address may show a form for a card. Only such pages allow the payment provider's script in
 * their Content-Security-Policy. The policy belongs to the document that the server has sent, so these pages are always
 * loaded as documents of their own (`needsOtherDocument`).
 */
export const hasCardForm = (address: string): boolean =>
  /^\/[^/]+\/stg\/?\?([^#]*&)?tab=card(?![^&#])/.test(address);

/** The address with which this document was opened; undefined on the server. */
const openedAddress = globalThis.location && location.pathname + location.search;

/**
 * Whether a page must be loaded as a document of its own, because its policy differs from that of the present document.
 * After a card form, this also rids the page of the provider's script.
 */
export function needsOtherDocument(address: string): boolean {
  return openedAddress !== undefined && hasCardForm(openedAddress) !== hasCardForm(address);
}

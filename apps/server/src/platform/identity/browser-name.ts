import bowser from "bowser";

/** Maximum number of characters read of a `User-Agent` header; usual headers have up to 200. */
const maxLength = 400;

/** The browser and the system that a `User-Agent` header names; null where they are unknown. */
export function describeBrowser(user_agent = "") {
  // The parser throws for an empty text.
  const text = user_agent.slice(0, maxLength) || "unknown";
  const { browser, os } = bowser.parse(text);
  return {
    browser_name: acceptPlainName(browser.name),
    system_name: acceptPlainName(os.name),
  };
}

/**
 * Returns null unless the name is short and plain. For an unknown browser the library returns a part of
 * the header.
 */
function acceptPlainName(name = ""): string | null {
  return /^[\w .-]{1,40}$/.test(name) ? name : null;
}

import bowser from "bowser";

/** Characters of a `User-Agent` header that are read; usual ones have up to 200. */
const maxLength = 400;

/** The browser and the system that a `User-Agent` header names; null where they are unknown. */
export function describeBrowser(user_agent = "") {
  // An empty header throws.
  const text = user_agent.slice(0, maxLength) || "unknown";
  const { browser, os } = bowser.parse(text);
  return {
    browser_name: shorten(browser.name),
    system_name: shorten(os.name),
  };
}

/** A browser that the library doesn't know is named by the header itself, which may be any text. */
function shorten(name = ""): string | null {
  return /^[\w .-]{1,40}$/.test(name) ? name : null;
}

import { type Finding, findLine, type Source } from "./source.ts";

/** A property, parameter or variable whose type is `boolean`. */
const booleanDeclaration = /\b(\w+)\??: boolean\b(?!\[)/g;

/** `isOpen`, `can_reply`, or another verb in the third person: `showsErrors`. */
const assertion = /^(are|can|did|had|may|must|should|[a-z]+s)(?![a-z])/;

/**
 * Names of HTML, of libraries and other services, and of the specification. Props of dialogs and drawers
 * are named `open`, as in Base UI, to which they are passed on.
 */
const foreignNames = new Set([
  "additionalProperties",
  "checked",
  "disabled",
  "flagged",
  "hidden",
  "noindex",
  "open",
  "optional",
  "passed",
  "required",
  "saveData",
  "sign_up_complete",
  "use_ngword_filter",
  "value",
]);

/** Checks that the name of a boolean is a statement that is true or false. */
export function checkBooleans({ path, text }: Source): Finding[] {
  return [...text.matchAll(booleanDeclaration)]
    .filter(([, name = ""]) => !assertion.test(name) && !foreignNames.has(name))
    .map(({ 1: name, index }) => ({
      path,
      line: findLine(text, index),
      violation: `boolean "${name}"`,
      advice: "Name it as a statement: isPending, hasBorder, canReply, showsErrors.",
    }));
}

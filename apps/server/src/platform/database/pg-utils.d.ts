/** Part of pg that its types leave out. */
declare module "pg/lib/utils.js" {
  /** Converts a parameter's value to what the protocol sends: a text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}

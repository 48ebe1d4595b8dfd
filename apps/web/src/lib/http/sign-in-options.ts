/** With `mal`, signing in adds the account to those of the browser instead of replacing them. */
export interface SignInOptions {
  mal?: "1" | undefined;
}

export const buildSignInQuery = ({ mal }: SignInOptions) => (mal ? { query: { mal } } : {});

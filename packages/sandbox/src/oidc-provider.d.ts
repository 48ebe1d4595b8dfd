/** The part of oidc-provider that the sandbox uses. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Token {
    accountId: string;
    scopes: Set<string>;
    destroy(): Promise<void>;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Interaction {
    uid: string;
    params: { client_id: string; scope?: string };
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
    on(event: "access_token.saved", listener: (token: Token) => void): this;
    AccessToken: { find(token: string): Promise<Token | undefined> };
    Grant: new (owner: {
      accountId: string;
      clientId: string;
    }) => Grant;
  }

  interface Prompt {
    checks: { add(check: object): void };
  }

  export const interactionPolicy: {
    base(): { get(name: string): Prompt };
    Check: new (
      reason: string,
      description: string,
      isRequired: (context: { oidc: { result?: { login?: object } } }) => boolean,
    ) => object;
  };
}

import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject } from "./shapes.ts";

/** Each level takes twice as long to solve as the one before; level 0 takes a phone about a second. */
export const proofLevels = ["0", "1", "2", "3"] as const;

/** The request header of a solved challenge: altcha-lib's `{ challenge, solution }` as JSON in base64. */
export const proofHeader = "x-proof";

/** The header of a `proof_needed` reply with the required level of the proof. */
export const proofLevelHeader = "x-proof-level";

/**
 * Returns a challenge for a request that was refused with `proof_needed`; valid once, for ten
 * minutes.
 */
export const getChallenge = defineEndpoint({
  name: "getChallenge",
  summary: "A proof-of-work challenge",
  method: "GET",
  path: "/api/v2/challenges",
  caller: "anyone",
  query: defineObject({ level: Type.Optional(Type.Enum([...proofLevels])) }),
  response: {
    200: defineObject({
      /** altcha-lib's challenge (version 2) as JSON in base64. */
      challenge: Type.String(),
    }),
  },
  errors: ["invalid_fields"],
  limits: [{ key: "address", max: [240, 360], seconds: 60, on_store_error: "allow" }],
});

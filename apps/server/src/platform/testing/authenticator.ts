import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewCredential, UsedCredential } from "@toibako/contract/factors.ts";

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

// Flags of WebAuthn's authenticator data: user present, user verified, contains a new credential.
const [present, verified, withCredential] = [1, 4, 64];

/** A software authenticator with one passkey, which `createPasskey` returns. */
export class Authenticator {
  origin: string;
  verifiesUser = true;
  signatures_count = 0;
  /** The format and the statement of the attestation, which tell of the authenticator's make. */
  attestation: [format: string, statement: Map<string, unknown>] = ["none", new Map()];
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #user_handle = "AAAA";

  constructor(origin: string) {
    this.origin = origin;
  }

  #createAuthenticatorData(rpId: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signatures_count);
    const allFlags = flags | present | (this.verifiesUser ? verified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([allFlags]), count, credential]);
  }

  #createClientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin }));
  }

  createPasskey(options: {
    challenge: string;
    rp: { id: string };
    user: { id: string };
  }): NewCredential {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    // A COSE key: type EC2, algorithm ES256, curve P-256, and the two coordinates.
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    this.#user_handle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    // The AAGUID, which names the model of the authenticator; zeros name none.
    const model = Buffer.alloc(16);
    const credential = Buffer.concat([model, length, this.#id, isoCBOR.encode(key)]);
    const authData = this.#createAuthenticatorData(options.rp.id, withCredential, credential);
    const [format, statement] = this.attestation;
    const attestation = new Map<string, unknown>([
      ["fmt", format],
      ["attStmt", statement],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      id: encode(this.#id),
      client_data_json: encode(this.#createClientData("webauthn.create", options.challenge)),
      attestation_object: encode(isoCBOR.encode(attestation as never)),
      transports: ["internal"],
    };
  }

  signChallenge(options: { challenge: string; rpId: string }): UsedCredential {
    this.signatures_count += 1;
    const authenticatorData = this.#createAuthenticatorData(options.rpId, 0);
    const clientData = this.#createClientData("webauthn.get", options.challenge);
    const signature = sign(
      "sha256",
      Buffer.concat([authenticatorData, sha256(clientData)]),
      this.#keys.privateKey,
    );
    return {
      id: encode(this.#id),
      client_data_json: encode(clientData),
      authenticator_data: encode(authenticatorData),
      signature: encode(signature),
      user_handle: this.#user_handle,
    };
  }
}

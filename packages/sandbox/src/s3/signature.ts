import type { IncomingMessage } from "node:http";
import { Sha256 } from "@smithy/core/checksum";
import { HttpRequest } from "@smithy/core/protocols";
import { SignatureV4 } from "@smithy/signature-v4";
import { S3Error } from "./bucket.ts";

interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

const form =
  /^AWS4-HMAC-SHA256 Credential=[^,]+, ?SignedHeaders=(?<signed>[a-z0-9;-]+), ?Signature=[0-9a-f]{64}$/;

/** Milliseconds by which the clock of a client may be wrong. */
const maxClockSkew = 900_000;

/** Creates a function that throws unless a request is signed with these keys. */
export function createSignatureCheck(region: string, credentials: Keys) {
  const signer = new SignatureV4({
    service: "s3",
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  return async (
    { method = "GET", headers }: IncomingMessage,
    path: string,
    parameters: URLSearchParams,
  ): Promise<void> => {
    const { authorization = "", "x-amz-date": date } = headers;
    const signingDate = readDate(String(date));
    const names = form.exec(authorization)?.groups?.signed?.split(";") ?? [];
    const clockSkew = Math.abs(Date.now() - signingDate.getTime());
    // Clients correct their clock by the date of the reply.
    if (clockSkew > maxClockSkew) throw new S3Error(403, "RequestTimeTooSkewed");
    const signed = await signer.sign(
      new HttpRequest({
        method,
        path,
        query: Object.fromEntries(parameters),
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      }),
      { signingDate, signableHeaders: new Set(names) },
    );
    const isEqual =
      signed.headers.authorization?.replaceAll(" ", "") === authorization.replaceAll(" ", "");
    if (!isEqual || !names.includes("host")) throw new S3Error(403, "SignatureDoesNotMatch");
  };
}

/** Reads a time such as 20261129T230000Z. */
const readDate = (text: string) =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

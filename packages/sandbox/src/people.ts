import { crc32, deflateSync } from "node:zlib";

/** A person with an account at every provider of the sandbox, under the same subject. */
export interface SandboxPerson {
  subject: string;
  nickname: string;
  name: string;
  introduction: string;
  /** The colour of the picture as `#rrggbb`. */
  color?: string;
  /** People with the same locale follow each other; so do those without a locale, such as `people`. */
  locale?: string;
  /** A token with which the API accepts calls in this person's name, although nobody has signed in. */
  access_token?: string | undefined;
}

/** Includes names without Latin letters and a nickname that is a reserved handle. */
export const people: readonly SandboxPerson[] = [
  {
    subject: "10001",
    nickname: "mina_draws",
    name: "Mina",
    introduction: "Draws cats.",
    color: "#5ebaba",
  },
  {
    subject: "10002",
    nickname: "sora",
    name: "空",
    introduction: "空の写真を撮ります。",
    color: "#f2b84b",
  },
  {
    subject: "10003",
    nickname: "하루의 노트",
    name: "하루",
    introduction: "매일 한 줄.",
    color: "#e5737f",
  },
  {
    subject: "10004",
    nickname: "admin",
    name: "Not The Admin",
    introduction: "",
    color: "#7f8fe5",
  },
];

/** The email address of all people. Tests check that the site never joins accounts by address. */
export const sharedEmail = "same@example.com";

export function findPerson(subject: string): SandboxPerson | undefined {
  return people.find((person) => person.subject === subject);
}

const pictureEdge = 96;

/** Draws a picture as PNG: a white ring on a coloured square. */
export function drawPicture({ color = "#a0a0a0" }: SandboxPerson): Buffer {
  const background = [1, 3, 5].map((offset) =>
    Number.parseInt(color.slice(offset, offset + 2), 16),
  );
  // A row is a byte for its filter, 0 for none, and three bytes for each pixel.
  const rowBytes = 1 + 3 * pictureEdge;
  const rows = Buffer.alloc(pictureEdge * rowBytes);
  for (let y = 0; y < pictureEdge; y++) {
    for (let x = 0; x < pictureEdge; x++) {
      const distance = Math.hypot(x - pictureEdge / 2, y - pictureEdge / 2);
      const pixel = distance > 20 && distance < 30 ? [255, 255, 255] : background;
      rows.set(pixel, y * rowBytes + 1 + 3 * x);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pictureEdge, 0);
  header.writeUInt32BE(pictureEdge, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8);
  const chunks = [
    createChunk("IHDR", header),
    createChunk("IDAT", deflateSync(rows)),
    createChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

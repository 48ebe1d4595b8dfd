/** A person with an account at every provider of the sandbox, under the same subject. */
export interface SandboxPerson {
  subject: string;
  nickname: string;
  name: string;
  introduction: string;
  color: string;
}

/** Test people; some names have no Latin letter, one nickname is a reserved handle. */
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

/** The email address of all people, because accounts must never be joined by address. */
export const sharedEmail = "same@example.com";

export function findPerson(subject: string): SandboxPerson | undefined {
  return people.find((person) => person.subject === subject);
}

/** Creates a picture as SVG: a letter on a coloured square. */
export function drawPicture({ color, name }: SandboxPerson): string {
  const letter = name.slice(0, 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${color}"/><text x="48" y="64" font-size="44" text-anchor="middle" fill="#fff" font-family="sans-serif">${letter}</text></svg>`;
}

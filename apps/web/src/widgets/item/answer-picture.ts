/**
 * Returns the address of another version of a question's picture: with the answer, or in the format of a
 * phone's screen. The version stands before `.png`. For a community question, which has several answers, the
 * query names the answer.
 */
export function getAnswerPicture(
  image_url: string,
  version: "answer" | "tall",
  answer_id: string | undefined,
): string {
  const picture = image_url.replace(/\.png(?=\?|$)/, `.${version}.png`);
  if (answer_id === undefined || picture.includes("answer_id=")) return picture;
  return `${picture}${picture.includes("?") ? "&" : "?"}answer_id=${answer_id}`;
}

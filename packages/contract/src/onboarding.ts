import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed } from "./shapes.ts";

export const tutorialStatuses = [
  "not_started",
  "first_step",
  "second_step",
  "third_step",
  "fourth_step",
  "fifth_step",
] as const;
export type TutorialStatus = (typeof tutorialStatuses)[number];

const Tutorial = closed({ tutorial_status: Type.Enum([...tutorialStatuses]) });

/** How far the signed-in person has come in the balloons over home and talks. */
export const getTutorial = defineEndpoint({
  name: "getTutorial",
  summary: "How far one has come in the tutorial",
  method: "GET",
  path: "/api/v1/user/tutorial",
  caller: "user",
  response: { 200: Tutorial },
  errors: ["sign_in_needed"],
});

export const putTutorial = defineEndpoint({
  name: "putTutorial",
  summary: "Note how far one has come in the tutorial",
  method: "PUT",
  path: "/api/v1/user/tutorial",
  caller: "user",
  body: Tutorial,
  response: { 200: Tutorial },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
});

import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject } from "./shapes.ts";

export const tutorialStatuses = [
  "not_started",
  "first_step",
  "second_step",
  "third_step",
  "fourth_step",
  "fifth_step",
] as const;
export type TutorialStatus = (typeof tutorialStatuses)[number];

const Tutorial = defineObject({ tutorial_status: Type.Enum([...tutorialStatuses]) });

/** The progress of the signed-in user in the tutorials of home and talks. */
export const getTutorial = defineEndpoint({
  name: "getTutorial",
  summary: "Progress in the tutorial",
  method: "GET",
  path: "/api/v1/user/tutorial",
  caller: "user",
  response: { 200: Tutorial },
  errors: ["sign_in_needed"],
});

export const putTutorial = defineEndpoint({
  name: "putTutorial",
  summary: "Save the progress in the tutorial",
  method: "PUT",
  path: "/api/v1/user/tutorial",
  caller: "user",
  body: Tutorial,
  response: { 200: Tutorial },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
});

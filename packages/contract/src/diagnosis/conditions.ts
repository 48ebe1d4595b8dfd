import { genderTypes } from "../accounts.ts";
import { locales } from "../locales.ts";

/** What a condition looks at: the player, or a community that the player has joined. */
export const referenceClasses = ["User", "Community"] as const;
export type ReferenceClass = (typeof referenceClasses)[number];

/** How a condition is joined to those before it. The operand of the first one has no effect. */
export const operands = ["and", "or"] as const;

export const queryOperands = ["eq", "not_eq", "gt", "gteq", "lt", "lteq", "in", "mod"] as const;
export type QueryOperand = (typeof queryOperands)[number];

/**
 * What the values of an attribute are. `derived`: a number derived from the public id. `choice`: one of a fixed list.
 * `text`: any text.
 */
type AttributeKind = "derived" | "number" | "choice" | "text";

/** The attributes of each class and what their values are. The first one is the default. */
export const attributes = {
  User: {
    id: "derived",
    age: "number",
    gender_type: "choice",
    locale: "choice",
    answers_count: "number",
    likes_count: "number",
  },
  Community: { id: "derived", category_id: "text", name: "text" },
} as const satisfies Record<ReferenceClass, Record<string, AttributeKind>>;
export type UserAttribute = keyof (typeof attributes)["User"];
export type CommunityAttribute = keyof (typeof attributes)["Community"];
export type Attribute = UserAttribute | CommunityAttribute;

/** The comparisons that each kind of attribute allows. */
export const operandsOfKinds: Record<AttributeKind, readonly QueryOperand[]> = {
  derived: ["mod"],
  number: queryOperands,
  choice: ["eq", "not_eq", "in"],
  text: ["eq", "not_eq", "in"],
};

/** The values of the attributes of the kind `choice`. */
export const attributeChoices: Partial<Record<Attribute, readonly string[]>> = {
  gender_type: genderTypes,
  locale: locales,
};

/** Returns the kind of an attribute; undefined if the class has none of this name. */
export function findAttributeKind(
  reference_class: ReferenceClass,
  attr: string,
): AttributeKind | undefined {
  const kinds: Partial<Record<string, AttributeKind>> = attributes[reference_class];
  return Object.hasOwn(kinds, attr) ? kinds[attr] : undefined;
}

/** The class of a condition that names none. Primary conditions say who may play a game, others choose an outcome. */
export const defaultClasses = { primary: "User", other: "Community" } as const satisfies Record<
  string,
  ReferenceClass
>;

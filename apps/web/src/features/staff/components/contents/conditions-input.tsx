import {
  type Attribute,
  attributeChoices,
  attributes,
  findAttributeKind,
  operands,
  operandsOfKinds,
  type QueryOperand,
  type ReferenceClass,
  referenceClasses,
} from "@toibako/contract/diagnosis/conditions.ts";
import { maxConditions } from "@toibako/contract/staff/contents/diagnosis.ts";
import { Plus, Trash2 } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Select } from "#ui/forms/select.tsx";
import { beginCondition, type FormCondition } from "../../queries/diagnosis.ts";

interface ConditionsInputProps {
  conditions: readonly FormCondition[];
  onChange: (conditions: FormCondition[]) => void;
  /** The class of a new condition. */
  defaultClass: ReferenceClass;
  /** The name of the list, with which the names of its problems begin. */
  name: string;
  findProblem: (name: string) => string | undefined;
}

/** Moves the focus from the part of a list that will be removed to the next part, or else to the button that adds one. */
export function leavePart(button: HTMLElement): void {
  const part = button.closest("li");
  const findField = (other: Element | null | undefined) =>
    other?.querySelector<HTMLElement>("textarea, input");
  const add = part?.parentElement?.nextElementSibling?.querySelector("button");
  const target =
    findField(part?.nextElementSibling) ?? add ?? findField(part?.previousElementSibling);
  target?.focus();
}

/** The conditions of a game or of an outcome, in the order in which they are evaluated. */
export function ConditionsInput({
  conditions,
  onChange,
  defaultClass,
  name,
  findProblem,
}: ConditionsInputProps) {
  const { t } = useTexts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {conditions.length > 0 && (
        <ol className="grid list-none grid-cols-[minmax(0,1fr)] gap-3">
          {conditions.map((condition, index) => (
            <li key={condition.key}>
              <ConditionInput
                condition={condition}
                isFirst={index === 0}
                onChange={(changed) => onChange(conditions.with(index, changed))}
                onRemove={() => onChange(conditions.toSpliced(index, 1))}
                findProblem={(field) => findProblem(`${name}.${index}.${field}`)}
                label={t("staff_diagnosis.condition", { n: index + 1 })}
              />
            </li>
          ))}
        </ol>
      )}
      {conditions.length < maxConditions && (
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() => onChange([...conditions, beginCondition(conditions, defaultClass)])}
          >
            <Plus size={18} aria-hidden="true" />
            {t("staff_diagnosis.add_condition")}
          </Button>
        </div>
      )}
    </div>
  );
}

const classNames = {
  User: "staff_diagnosis.class_user",
  Community: "staff_diagnosis.class_community",
} as const satisfies Record<ReferenceClass, string>;

interface ConditionInputProps {
  condition: FormCondition;
  isFirst: boolean;
  onChange: (condition: FormCondition) => void;
  onRemove: () => void;
  findProblem: (field: string) => string | undefined;
  label: string;
}

function ConditionInput(props: ConditionInputProps) {
  const { condition, isFirst, onChange, onRemove, findProblem, label } = props;
  const { t } = useTexts();
  const { reference_class, attr, operand, query_operand } = condition;
  const names = Object.keys(attributes[reference_class]) as Attribute[];
  const kind = findAttributeKind(reference_class, attr) ?? "text";

  /** Chooses an attribute; keeps the comparison if the attribute allows it. */
  function changeAttribute(changedClass: ReferenceClass, changedAttribute: Attribute) {
    const allowed = operandsOfKinds[findAttributeKind(changedClass, changedAttribute) ?? "text"];
    const kept = allowed.includes(query_operand) ? query_operand : allowed[0];
    onChange({
      ...condition,
      reference_class: changedClass,
      attr: changedAttribute,
      query_operand: kept ?? "eq",
    });
  }
  return (
    <fieldset className="grid items-start gap-3 rounded-lg border border-line bg-surface p-3 sm:grid-cols-2">
      <legend className="sr-only">{label}</legend>
      {!isFirst && (
        <Field
          label={t("staff_diagnosis.operand")}
          error={findProblem("operand")}
          className="sm:col-span-2"
        >
          <Select
            value={operand}
            onChange={({ target }) =>
              onChange({ ...condition, operand: target.value === "or" ? "or" : "and" })
            }
          >
            {operands.map((value) => (
              <option key={value} value={value}>
                {t(`staff_diagnosis.operand_${value}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t("staff_diagnosis.class")} error={findProblem("reference_class")}>
        <Select
          value={reference_class}
          onChange={({ target }) =>
            changeAttribute(target.value === "User" ? "User" : "Community", "id")
          }
        >
          {referenceClasses.map((value) => (
            <option key={value} value={value}>
              {t(classNames[value])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("staff_diagnosis.attr")} error={findProblem("attr")}>
        <Select
          value={attr}
          onChange={({ target }) => changeAttribute(reference_class, target.value as Attribute)}
        >
          {names.map((value) => (
            <option key={value} value={value}>
              {t(`staff_diagnosis.attr_${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("staff_diagnosis.query_operand")} error={findProblem("query_operand")}>
        <Select
          value={query_operand}
          onChange={({ target }) =>
            onChange({ ...condition, query_operand: target.value as QueryOperand })
          }
        >
          {operandsOfKinds[kind].map((value) => (
            <option key={value} value={value}>
              {t(`staff_diagnosis.query_operand_${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t("staff_diagnosis.value")}
        hint={describeValue(t, condition)}
        error={findProblem("value")}
      >
        <Input
          dir="auto"
          value={condition.value}
          onChange={({ target }) => onChange({ ...condition, value: target.value })}
        />
      </Field>
      <div className="-mt-1 justify-self-end sm:col-span-2">
        <IconButton
          label={t("staff_diagnosis.remove_condition", { condition: label })}
          icon={<Trash2 size={20} aria-hidden="true" />}
          onClick={({ currentTarget }) => {
            leavePart(currentTarget);
            onRemove();
          }}
        />
      </div>
    </fieldset>
  );
}

type Translate = ReturnType<typeof useTexts>["t"];

/** Says which values a condition takes. */
function describeValue(t: Translate, { attr, query_operand }: FormCondition): string | undefined {
  if (query_operand === "mod") return t("staff_diagnosis.mod_hint");
  const choices = attributeChoices[attr];
  if (choices) return choices.join(", ");
  return query_operand === "in" ? t("staff_diagnosis.in_hint") : undefined;
}

type HiddenKind = "community_question" | "answer" | "brought_answer" | "talk" | "room_message";

/** SQL: deletes what the decision `:action_id` has hidden, and returns it, to be stored where it was. */
export const takeHiddenSql = (...kinds: HiddenKind[]) => `
  delete from hidden_contents using case_actions
  where hidden_contents.action_pk = case_actions.pk and case_actions.id = :action_id
    and hidden_contents.kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})
  returning hidden_contents.object, hidden_contents.stored, case_actions.case_pk`;

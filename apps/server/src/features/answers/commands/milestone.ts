/**
 * SQL expression: the milestone that an answer of account `u` is, as the `nth` one of this statement; null if it is none,
 * or if an earlier answer bears it, because others were deleted since. The count must be read from the locked row, so that
 * of simultaneous answers only one is the nth.
 */
export const buildMilestoneSql = (nth: string) => `
  case when u.answers_count + ${nth} in (10, 50, 100) and not exists (
    select from answers earlier
    where earlier.answerer_pk = u.pk and earlier.milestone = u.answers_count + ${nth}
  ) then u.answers_count + ${nth} end`;

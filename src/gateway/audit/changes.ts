import type { AuditChange, AuditField } from '#contract/desk/audit.ts';

type AuditedValues = Partial<Record<AuditField, string | null>>;

/** Returns the members that differ, with their values. Values of `unnamed` members are left out. */
export function findChanges(
  before: AuditedValues,
  after: AuditedValues,
  unnamed: readonly AuditField[] = [],
): AuditChange[] {
  const fields = Object.keys(after) as AuditField[];
  return fields
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) =>
      unnamed.includes(field) ? { field } : { field, from: before[field] ?? null, to: after[field] ?? null },
    );
}

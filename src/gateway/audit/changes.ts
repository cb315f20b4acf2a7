import type { AuditChange, AuditField } from '#contract/desk/audit.ts';

type Members = Partial<Record<AuditField, string | null>>;

/** The members that differ, with their values; those of `unnamed` members are not recorded. */
export function compareMembers(
  before: Members,
  after: Members,
  unnamed: readonly AuditField[] = [],
): AuditChange[] {
  const fields = Object.keys(after) as AuditField[];
  return fields
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) =>
      unnamed.includes(field) ? { field } : { field, from: before[field] ?? null, to: after[field] ?? null },
    );
}

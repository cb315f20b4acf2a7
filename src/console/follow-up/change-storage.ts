import * as z from 'zod/mini';
import { ChangeFollowUp, TimelineEntry } from '#contract/desk/follow-up.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { Failure } from '#console/api/failure.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { CHANGES_PREFIX, PERSON_KEY, storedChangeKeys } from '#console/session/browser-storage.ts';
import { removeDrafts, storedDraft } from '#console/ui/drafts.ts';
import type { PendingChange } from './change-queue.ts';

// A key per change: every tab writes and deletes only its own. The gateway applies a change that two tabs have once.

const { by: PersonRef } = TimelineEntry.shape;
const { id, change } = ChangeFollowUp.shape;

const StoredFailure = z.object({
  kind: z.enum(['network', 'broken', 'problem', 'chunk', 'outdated']),
  request: z.string(),
  status: z.number(),
  code: z.optional(z.string()),
  errors: z.record(z.string(), z.array(z.string())),
  fields: z.array(z.string()),
});

const StoredChange = z.object({
  adminMail: z.string(),
  sid: z.string(),
  position: z.number(),
  id,
  change,
  at: z.number(),
  by: PersonRef,
  to: z.nullable(PersonRef),
  source: z.string(),
  version: z.optional(z.int()),
  state: z.enum(['queued', 'failed', 'conflict']),
  failure: z.optional(z.unknown()),
});

export interface InquiryChanges {
  inquiry: InquiryKey;
  changes: readonly PendingChange[];
}

export function storeChanges(
  inquiry: InquiryKey,
  changes: readonly PendingChange[],
  previous: readonly PendingChange[],
): void {
  for (const { id } of previous)
    if (!changes.some((one) => one.id === id)) localStorage.removeItem(CHANGES_PREFIX + id);
  for (const [position, one] of changes.entries()) {
    // A reply that arrives after signing out must not store anything.
    if (one === previous[position] || localStorage.getItem(PERSON_KEY) !== one.by.id) continue;
    try {
      localStorage.setItem(CHANGES_PREFIX + one.id, serializeChange(inquiry, position, one));
    } catch {
      // The change is saved without storage while the page stays open.
    }
  }
}

export function serializeChange(
  { adminMail, sid }: InquiryKey,
  position: number,
  one: PendingChange,
): string {
  const { failure, onSaved: _, ...change } = one;
  return JSON.stringify({
    adminMail,
    sid,
    position,
    ...change,
    ...(failure instanceof Failure && { failure: storableFailure(failure) }),
  });
}

function storableFailure({ kind, request, status, code, errors, fields }: Failure) {
  return { kind, request, status, code, errors, fields };
}

export function loadStoredChanges(): InquiryChanges[] {
  return parseChanges(storedChangeKeys().flatMap((key) => localStorage.getItem(key) ?? []));
}

export function parseChanges(texts: readonly string[]): InquiryChanges[] {
  const stored = texts.flatMap((text) => z.safeParse(StoredChange, parseJson(text)).data ?? []);
  // Changes of two tabs may have the same positions; those of each tab stay in order.
  stored.sort((one, other) => one.position - other.position || one.at - other.at);
  const byInquiry = new Map<string, InquiryChanges>();
  for (const { adminMail, sid, position: _, version, failure, ...rest } of stored) {
    const inquiry = { adminMail, sid };
    const key = inquiryId(inquiry);
    const previous = byInquiry.get(key)?.changes ?? [];
    const parsedFailure = rest.state === 'failed' ? restoreFailure(failure) : undefined;
    byInquiry.set(key, { inquiry, changes: [...previous, { ...rest, version, failure: parsedFailure }] });
  }
  return [...byInquiry.values()];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function restoreFailure(stored: unknown): Error {
  const { data } = z.safeParse(StoredFailure, stored);
  if (!data) return new Error('Failed on an earlier page');
  const { kind, request, status, code, errors, fields } = data;
  return new Failure(kind, request, {
    status,
    fields,
    problem: { ...(code && { Type: `/problems/${code}` }), Errors: errors },
  });
}

export function draftNames({ adminMail, sid }: InquiryKey) {
  const key = `${adminMail} ${sid}`.toLowerCase();
  return {
    note: `note ${key}`,
    contact: `note-contact ${key}`,
    mentions: `note-mentions ${key}`,
    handOver: `hand-over ${key}`,
    nudge: `nudge ${key}`,
  };
}

export function removeSavedDrafts(inquiry: InquiryKey, change: RecordedChange): void {
  const { note, contact, mentions, handOver, nudge } = draftNames(inquiry);
  if (change.kind === 'note' && storedDraft(note).trim() === change.text)
    removeDrafts(note, contact, mentions);
  if (change.kind === 'hand-over' && storedDraft(handOver).trim() === change.note) removeDrafts(handOver);
  if (change.kind === 'nudge' && storedDraft(nudge).trim() === change.text) removeDrafts(nudge);
}

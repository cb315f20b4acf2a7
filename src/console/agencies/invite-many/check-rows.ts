import { AgenciaCreate } from '#contract/agencies.ts';
import { isRoundedNumber } from '#contract/search.ts';
import type { SkipReason } from '#contract/desk/bulk-invitations.ts';
import type { Invitation } from '#contract/desk/invitations.ts';
import type { MatchedValue } from '#contract/desk/matching.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import type { Mapping } from '#console/table-file/guess-columns.ts';
import { isMailRegistered } from '#console/agencies/invitation-state.ts';
import { type CityRequest, checkPlace } from './check-place.ts';
import {
  type CheckedValue,
  type FaultKind,
  MEMBERS,
  type Member,
  type Mends,
  type Values,
  normalizeValue,
} from './members.ts';

/** Rows are `unchecked` while the catalog of cities has not answered. */
export type InvitationBucket = 'ready' | 'unchecked' | SkipReason;

export interface CheckedRow {
  number: number;
  cells: string[];
  values: Values;
  bucket: InvitationBucket;
  faults: CheckedValue[];
  sameAs: number | undefined;
  agency: Agency | undefined;
  invitation: Invitation | undefined;
}

export interface FaultGroup extends CheckedValue {
  rows: number[];
}

export interface CheckContext {
  mends: Mends;
  agencies: readonly Agency[];
  invitations: readonly Invitation[];
  cities: ReadonlyMap<string, MatchedValue>;
  regionsKnown: boolean;
}

export interface CheckResult {
  rows: CheckedRow[];
  groups: FaultGroup[];
  requests: CityRequest[];
}

export function checkRows(
  rows: readonly (readonly string[])[],
  mapping: Mapping<Member>,
  context: CheckContext,
): CheckResult {
  const agencies = new Map(context.agencies.map((agency) => [toMailKey(agency.AdminMail), agency]));
  const invitations = new Map(context.invitations.map((item) => [toMailKey(item.adminMail), item]));
  const groups = new Map<string, FaultGroup>();
  const requests = new Map<string, CityRequest>();
  const firstRows = new Map<string, number>();
  const checkedRows = rows.map((cells, at): CheckedRow => {
    const number = at + 1;
    const { checked, values, request } = checkRow(cells, mapping, context);
    const allFaults = checked.filter(({ kind }) => kind !== undefined);
    // A cell without a mail, such as a dash, does not make two agencies the same.
    const isMail = allFaults.every(({ member }) => member !== 'AdminMail');
    const mailKey = isMail ? toMailKey(values.AdminMail ?? '') : '';
    const agency = agencies.get(mailKey);
    const invitation = invitations.get(mailKey);
    const sameAs = firstRows.get(mailKey);
    if (isMail && sameAs === undefined) firstRows.set(mailKey, number);
    const known = findKnownReason(agency, invitation) ?? (sameAs === undefined ? undefined : 'twice');
    const faults = known === undefined ? allFaults : [];
    for (const value of checked)
      if (value.isMended || faults.includes(value)) addToGroup(groups, value, number);
    if (known === undefined && request) requests.set(request.key, request);
    const isUnchecked = request !== undefined && !context.cities.has(request.key);
    const bucket = known ?? (faults.length > 0 ? 'malformed' : isUnchecked ? 'unchecked' : 'ready');
    const mendedCells = checked.some(({ isMended }) => isMended)
      ? writeCells(cells, mapping, values)
      : [...cells];
    return { number, cells: mendedCells, values, bucket, faults, sameAs, agency, invitation };
  });
  return {
    rows: checkedRows,
    groups: [...groups.values()].toSorted(
      (a, b) => MEMBERS.indexOf(a.member) - MEMBERS.indexOf(b.member) || (a.rows[0] ?? 0) - (b.rows[0] ?? 0),
    ),
    requests: [...requests.values()],
  };
}

export function toAgency(values: Values): AgenciaCreate {
  const filled = MEMBERS.map((member) => [member, values[member] ?? ''] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== '')) as AgenciaCreate;
}

const toMailKey = (mail: string) => mail.trim().toLowerCase();

function findKnownReason(
  agency: Agency | undefined,
  invitation: Invitation | undefined,
): 'associated' | 'already-invited' | 'needs-support' | undefined {
  if (agency && agency.Estado !== 'Invitada') return 'associated';
  if (invitation?.state === 'registered') return 'associated';
  if (agency || invitation?.state === 'sent' || invitation?.state === 'sending') return 'already-invited';
  return invitation && isMailRegistered(invitation) ? 'needs-support' : undefined;
}

function checkRow(cells: readonly string[], mapping: Mapping<Member>, context: CheckContext) {
  const original: Values = {};
  for (const member of MEMBERS) {
    const column = mapping[member];
    original[member] = column === undefined ? '' : normalizeValue(member, cells[column] ?? '');
  }
  const texts = MEMBERS.filter(isText).map((member) =>
    checkText(member, original[member] ?? '', { mends: context.mends, cells }),
  );
  const place = checkPlace(original, context);
  const values: Values = {
    ...Object.fromEntries(texts.map(({ member, value }) => [member, value])),
    ...place.values,
  };
  return { checked: [...texts, ...place.checked], values, request: place.request };
}

type TextMember = Exclude<Member, 'Region' | 'Ciudad'>;
const isText = (member: Member): member is TextMember => member !== 'Region' && member !== 'Ciudad';

function checkText(
  member: TextMember,
  original: string,
  { mends, cells }: { mends: Mends; cells: readonly string[] },
): CheckedValue {
  const key = JSON.stringify([member, original, member === 'AdminMail' ? cells : []]);
  const mend = mends.get(key)?.[member];
  const value = mend === undefined ? original : normalizeValue(member, mend);
  const originalKind = findFault(member, original);
  const kind = mend === undefined ? originalKind : findFault(member, value);
  return { key, member, original, value, isMended: mend !== undefined, kind, originalKind };
}

function findFault(member: TextMember, value: string): FaultKind | undefined {
  if (value === '') return member === 'AdminMail' ? 'missing' : undefined;
  if ((member === 'Telefono' || member === 'WhatsApp') && isRoundedNumber(value)) return 'rounded';
  const { error } = AgenciaCreate.shape[member].safeParse(value);
  const codes = error?.issues.map(({ code }) => code) ?? [];
  if (codes.includes('too_big')) return 'long';
  if (codes.includes('invalid_format')) return 'format';
  return codes.length > 0 ? 'short' : undefined;
}

/** The file of rows that were not invited contains the mended values. */
function writeCells(cells: readonly string[], mapping: Mapping<Member>, values: Values): string[] {
  const written = [...cells];
  for (const member of MEMBERS) {
    const column = mapping[member];
    if (column === undefined) continue;
    const value = values[member] ?? '';
    if (value !== normalizeValue(member, cells[column] ?? '')) written[column] = value;
  }
  return written;
}

function addToGroup(groups: Map<string, FaultGroup>, value: CheckedValue, number: number): void {
  const group = groups.get(value.key);
  if (group) group.rows.push(number);
  else groups.set(value.key, { ...value, rows: [number] });
}

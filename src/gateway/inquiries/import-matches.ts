import type { Kysely } from 'kysely';
import { addAreaCodes } from '#contract/area-codes.ts';
import type { ImportMatch, MatchImport } from '#contract/desk/follow-up-import.ts';
import { INITIAL_STATE } from '#contract/follow-up/follow-up-state.ts';
import { nationalNumber } from '#contract/search.ts';
import { STATE_COLUMNS, isInitialState } from '#gateway/follow-up/state-columns.ts';
import type { FollowUpRow, FollowUpTables } from '#gateway/follow-up/tables.ts';
import { listMails, listPhones } from '#matching/contact-values.ts';
import { toBuyerColumns } from './entries.ts';
import { type Scope, isInScope } from './scope.ts';
import type { InquiryTable, InquiryTables } from './tables.ts';

/** Matches of one row by one clue. */
const MAX_MATCHES = 10;

type Clue = ImportMatch['by'][number];
const CLUE_COLUMNS = { sid: 'sid', phone: 'phone_key', mail: 'mail_key' } as const satisfies Record<
  Clue,
  string
>;
const CLUES = ['sid', 'phone', 'mail'] as const;

/** The inquiries that each row means: by sid, otherwise by phone or mail; newest first. */
export async function findImportMatches(
  db: Kysely<InquiryTables & FollowUpTables>,
  scope: Scope,
  { rows, region = '' }: Pick<MatchImport, 'rows' | 'region'>,
): Promise<ImportMatch[][]> {
  const clues = rows.map((row) => toClueKeys(row, region));
  const collect = (clue: Clue) => [
    ...new Set(clues.flatMap((keys) => keys[clue])),
    // An empty list is no SQL.
    '',
  ];
  const found = await db
    .selectFrom('inquiry as i')
    .leftJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .select(['i.agency_key', 'i.sid', 'i.at', 'i.data', 'i.phone_key', 'i.mail_key', 'f.version'])
    .select(STATE_COLUMNS.map((name) => `f.${name}` as const))
    .where((eb) => eb.or(CLUES.map((clue) => eb(`i.${CLUE_COLUMNS[clue]}`, 'in', collect(clue)))))
    .where('i.gone_at', 'is', null)
    .where(isInScope(db, scope))
    .orderBy('i.at', 'desc')
    .orderBy('i.sid')
    .execute();
  const byClue = {
    sid: Map.groupBy(found, ({ sid }) => sid),
    phone: Map.groupBy(found, ({ phone_key }) => phone_key),
    mail: Map.groupBy(found, ({ mail_key }) => mail_key),
  };
  return clues.map((keys) => {
    const by = new Map<FoundRow, Clue[]>();
    for (const clue of CLUES)
      for (const row of keys[clue].flatMap((key) => byClue[clue].get(key) ?? []).slice(0, MAX_MATCHES))
        by.set(row, [...(by.get(row) ?? []), clue]);
    return [...by]
      .toSorted(([one], [other]) => other.at - one.at)
      .map(([row, clueNames]) => toMatch(row, clueNames));
  });
}

/** Keys to look for, by clue. A sid names its inquiry, whatever else the row has. */
function toClueKeys(
  { sid, phone = '', mail = '' }: MatchImport['rows'][number],
  region: string,
): Record<Clue, string[]> {
  const sidKey = sid?.trim().toUpperCase();
  if (sidKey) return { sid: [sidKey], phone: [], mail: [] };
  const isKey = (key: string | null) => key !== null;
  return {
    sid: [],
    phone: listPhones(phone)
      .flatMap((text) => [text].concat(addAreaCodes(nationalNumber(text), region)))
      .map((text) => toBuyerColumns({ phone: text }).phone_key)
      .filter(isKey),
    mail: listMails(mail)
      .map((text) => toBuyerColumns({ mail: text }).mail_key)
      .filter(isKey),
  };
}

type FoundRow = Pick<InquiryTable, 'agency_key' | 'sid' | 'at' | 'data'> & {
  [Name in (typeof STATE_COLUMNS)[number] | 'version']: FollowUpRow[Name] | null;
};

interface NamedInquiry {
  Interesado?: { Nombre?: unknown; Apellido?: unknown };
  Auto?: { Marca?: unknown; Modelo?: unknown };
}

function toMatch({ agency_key, sid, at, data, version, ...state }: FoundRow, by: Clue[]): ImportMatch {
  const { Interesado, Auto } = JSON.parse(data) as NamedInquiry;
  return {
    adminMail: agency_key,
    sid,
    at,
    name: joinTexts(Interesado?.Nombre, Interesado?.Apellido),
    vehicle: joinTexts(Auto?.Marca, Auto?.Modelo),
    version: version ?? 0,
    hasFollowUp: !isInitialState(state),
    status: state.status ?? INITIAL_STATE.status,
    lostReason: state.lost_reason,
    by,
  };
}

function joinTexts(...values: unknown[]): string {
  return values.filter((value) => typeof value === 'string' && value).join(' ');
}

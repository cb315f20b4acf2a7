import type { Kysely } from 'kysely';
import type { ImportMatch, MatchImport } from '#contract/desk/follow-up-import.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { toBuyerColumns } from './entries.ts';
import { type Scope, isInScope } from './scope.ts';
import type { InquiryTable, InquiryTables } from './tables.ts';

/** Matches of one row. */
const MAX_MATCHES = 10;

/** The inquiries that each row means: by sid, otherwise by phone or mail; newest first. */
export async function findImportMatches(
  db: Kysely<InquiryTables & FollowUpTables>,
  scope: Scope,
  rows: MatchImport['rows'],
): Promise<ImportMatch[][]> {
  const clues = rows.map(({ sid, phone, mail }) => ({
    sid: sid?.trim().toUpperCase() || null,
    ...toBuyerColumns({ phone, mail }),
  }));
  const collect = (name: 'sid' | 'phone_key' | 'mail_key') => [
    ...new Set(clues.map((clue) => clue[name]).filter((value) => value !== null)),
    // An empty list is no SQL.
    '',
  ];
  const found = await db
    .selectFrom('inquiry as i')
    .leftJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .select(['i.agency_key', 'i.sid', 'i.at', 'i.data', 'i.phone_key', 'i.mail_key', 'f.version'])
    .where((eb) =>
      eb.or([
        eb('i.sid', 'in', collect('sid')),
        eb('i.phone_key', 'in', collect('phone_key')),
        eb('i.mail_key', 'in', collect('mail_key')),
      ]),
    )
    .where('i.gone_at', 'is', null)
    .where(isInScope(scope))
    .orderBy('i.at', 'desc')
    .orderBy('i.sid')
    .execute();
  const by = (name: 'sid' | 'phone_key' | 'mail_key') => Map.groupBy(found, (row) => row[name]);
  const [bySid, byPhone, byMail] = [by('sid'), by('phone_key'), by('mail_key')];
  return clues.map(({ sid, phone_key, mail_key }) => {
    const matches = sid
      ? (bySid.get(sid) ?? [])
      : [
          ...new Set([
            ...((phone_key && byPhone.get(phone_key)) || []),
            ...((mail_key && byMail.get(mail_key)) || []),
          ]),
        ].toSorted((a, b) => b.at - a.at);
    return matches.slice(0, MAX_MATCHES).map(toMatch);
  });
}

type FoundRow = Pick<InquiryTable, 'agency_key' | 'sid' | 'at' | 'data'> & { version: number | null };

interface NamedInquiry {
  Interesado?: { Nombre?: unknown; Apellido?: unknown };
  Auto?: { Marca?: unknown; Modelo?: unknown };
}

function toMatch({ agency_key, sid, at, data, version }: FoundRow): ImportMatch {
  const { Interesado, Auto } = JSON.parse(data) as NamedInquiry;
  return {
    adminMail: agency_key,
    sid,
    at,
    name: joinTexts(Interesado?.Nombre, Interesado?.Apellido),
    vehicle: joinTexts(Auto?.Marca, Auto?.Modelo),
    version: version ?? 0,
  };
}

function joinTexts(...values: unknown[]): string {
  return values.filter((value) => typeof value === 'string' && value).join(' ');
}

import type { Kysely } from 'kysely';
import { type RecordedChange, getText } from '#contract/follow-up/change-kinds.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import { CODE_LABELS } from '#gateway/export/cells.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { BuyerKeys } from './buyer-keys.ts';
import type { HeldCopy } from './held-copies.ts';
import type { HeldData } from './held-data.ts';

// The file that is handed out to a buyer. decided: it names nobody of the staff, since a report must not tell about others
// (law 25.326, article 15).

type Tables = GatewayTables;

const EXPLANATION = [
  'Todo lo que esta consola guarda de la persona con estos datos. Las fechas son ISO 8601, en UTC.',
  'Consultas: lo que pidió, como lo mandó el servicio; su seguimiento; los avisos con que llegó; lo que un proceso guardó de ella.',
  'NotasDeOtrasConsultas, OtrosAvisos, OtrosProcesos y TextosGuardados: lo que nombra su teléfono, correo o documento.',
  'Auditoria: cambios registrados que nombran esos datos.',
  'ArchivosDeExportaciones: cuántos archivos hay, de cualquier consulta; no se sabe qué tienen, y vencen solos en 7 días.',
  'El servicio del que vienen las consultas tiene sus propios datos, que hay que pedirle a él.',
];

const CHANGE_NAMES: Record<RecordedChange['kind'], string> = {
  status: 'Estado',
  snooze: 'Pospuesta',
  claim: 'Asignación',
  'hand-over': 'Traspaso',
  note: 'Nota',
  pin: 'Nota fijada',
  touch: 'Intento de contacto',
  nudge: 'Recordatorio',
  undo: 'Cambio deshecho',
};

/** Builds the file of what is held of a buyer. */
export async function buildBuyerFile(
  db: Kysely<Tables>,
  { phone, mail, document }: BuyerKeys,
  held: HeldData,
  now: number,
): Promise<Record<string, unknown>> {
  const inquiries = [];
  for (const { agency_key, sid, at, data, copies } of held.inquiries)
    inquiries.push({
      AdminMail: agency_key,
      Sid: sid,
      Momento: at === null ? null : toIso(at),
      Consulta: data === null ? null : parseExactJson(data),
      Seguimiento: await fetchHistory(db, { agency_key, sid }),
      Avisos: copies.flatMap(formatPayload),
      Procesos: await formatJobTexts(db, copies),
    });
  return {
    Explicacion: EXPLANATION,
    Generado: toIso(now),
    Buscado: { Telefono: phone ?? null, Email: mail ?? null, DocIdentidad: document ?? null },
    Consultas: inquiries,
    NotasDeOtrasConsultas: held.copies.flatMap((copy) =>
      copy.kind === 'note' ? [{ Momento: toIso(copy.at), Texto: copy.text }] : [],
    ),
    OtrosAvisos: held.copies.flatMap(formatPayload),
    OtrosProcesos: await formatJobTexts(db, held.copies),
    TextosGuardados: held.texts,
    Auditoria: held.auditEntries.map(({ at, action, changes }) => ({
      Momento: toIso(at),
      Accion: action,
      Cambios: JSON.parse(changes) as unknown,
    })),
    ArchivosDeExportaciones: held.files,
  };
}

const toIso = (at: number): string => new Date(at).toISOString();

async function fetchHistory(db: Kysely<Tables>, inquiry: { agency_key: string; sid: string }) {
  const entries = await db
    .selectFrom('follow_up_entry')
    .select(['at', 'change', 'undone'])
    .where((eb) => eb.and(inquiry))
    .orderBy('number')
    .execute();
  return entries.map(({ at, change, undone }) => {
    const parsed = JSON.parse(change) as RecordedChange;
    return {
      Momento: toIso(at),
      Cambio: CHANGE_NAMES[parsed.kind],
      Detalle: describeChange(parsed),
      Deshecho: undone === 1,
    };
  });
}

function describeChange(change: RecordedChange): string | null {
  if (change.kind === 'status')
    return [change.status, change.lostReason]
      .flatMap((code) => (code ? [CODE_LABELS[code].es] : []))
      .join(': ');
  if (change.kind === 'touch') return CODE_LABELS[change.how].es;
  if (change.kind === 'snooze' && change.until !== null) return toIso(change.until);
  return getText(change) ?? null;
}

function formatPayload(copy: HeldCopy) {
  if (copy.kind !== 'payload') return [];
  const { at, topic, payload } = copy;
  return [{ Recibido: toIso(at), Topico: topic, Contenido: parseJsonBody(payload) ?? payload }];
}

/** Rows of files with the headings of their columns, and texts of jobs. */
async function formatJobTexts(db: Kysely<Tables>, copies: readonly HeldCopy[]) {
  const ids = copies.flatMap((copy) =>
    copy.kind === 'job-row' ? [copy.row.job_id] : copy.kind === 'job' ? [copy.job.id] : [],
  );
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'name', 'columns', 'created_at'])
    .where('id', 'in', [...ids, ''])
    .execute();
  return copies.flatMap((copy) => {
    if (copy.kind !== 'job-row' && copy.kind !== 'job') return [];
    const job = jobs.find(({ id }) => id === (copy.kind === 'job' ? copy.job.id : copy.row.job_id));
    const columns = JSON.parse(job?.columns ?? '[]') as string[];
    const { cells, input } = copy.kind === 'job' ? { cells: '[]', input: copy.job.input } : copy.row;
    return [
      {
        Nombre: job?.name || null,
        Creado: job ? toIso(job.created_at) : null,
        Celdas: (JSON.parse(cells) as string[]).map((value, index) => ({
          Columna: columns[index] ?? '',
          Valor: value,
        })),
        Datos: JSON.parse(input) as unknown,
      },
    ];
  });
}

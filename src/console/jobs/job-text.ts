import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Job, JobKind, JobRow } from '#contract/desk/jobs.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';

export function canUndoJob({ kind, done, finishedAt, undoneBy }: Job): boolean {
  return (kind === 'follow-up' || kind === 'import') && finishedAt !== null && done > 0 && undoneBy === null;
}

/** `kind`: undefined of several kinds together. */
export type ProgressOfJob = Pick<Job, 'done' | 'failed' | 'rows'> &
  Partial<Pick<Job, 'file' | 'finishedAt'>> & { kind: JobKind | undefined };

export function useJobText() {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats();
  const followUp = useFollowUpText(timeZone, useNow());

  const titles: Record<JobKind, (job: Pick<Job, 'change' | 'to' | 'reminderOf'>) => string> = {
    'follow-up': ({ change, to }) => followUp.bulkTitle(change, to),
    undo: ({ change, to }) => {
      const undone = followUp.bulkTitle(change, to);
      return t`Deshacer: ${undone}`;
    },
    import: () => t`Importar seguimiento`,
    invitations: ({ reminderOf }) => (reminderOf === null ? t`Invitar agencias` : t`Recordar invitaciones`),
    export: () => t`Exportar consultas`,
    resend: () => t`Reenviar las que faltaron`,
  };
  const countInquiries = (rows: number, count: string) =>
    t`${plural(rows, { one: '# consulta', other: `${count} consultas` })}`;
  const countRows: Record<JobKind, (rows: number, count: string) => string> = {
    'follow-up': countInquiries,
    import: (rows, count) => t`${plural(rows, { one: '# fila', other: `${count} filas` })}`,
    undo: countInquiries,
    invitations: (rows, count) => t`${plural(rows, { one: '# agencia', other: `${count} agencias` })}`,
    export: countInquiries,
    resend: countInquiries,
  };
  const state: Record<Job['state'], string> = {
    running: t`En curso`,
    paused: t`En pausa`,
    done: t`Terminado`,
    cancelled: t`Cancelado`,
  };
  const rowState: Record<JobRow['state'], string> = {
    done: t`Hecha`,
    failed: t`No se pudo`,
    pending: t`Sin hacer`,
  };
  const countFailed: Record<JobKind, (failed: number, count: string) => string> = {
    'follow-up': (failed, count) =>
      t`${plural(failed, { one: '# no se cambió', other: `${count} no se cambiaron` })}`,
    undo: (failed, count) =>
      t`${plural(failed, { one: '# no se deshizo', other: `${count} no se deshicieron` })}`,
    import: (failed, count) =>
      t`${plural(failed, { one: '# no se importó', other: `${count} no se importaron` })}`,
    invitations: (failed, count) =>
      t`${plural(failed, { one: '# no se envió', other: `${count} no se enviaron` })}`,
    export: (failed, count) =>
      t`${plural(failed, { one: '# no se exportó', other: `${count} no se exportaron` })}`,
    resend: (failed, count) =>
      t`${plural(failed, { one: '# no se reenvió', other: `${count} no se reenviaron` })}`,
  };
  const countDone: Record<JobKind, (done: number, part: string) => string> = {
    'follow-up': (done, part) =>
      t`${plural(done, { one: `${part} se cambió`, other: `${part} se cambiaron` })}`,
    undo: (done, part) => t`${plural(done, { one: `${part} se deshizo`, other: `${part} se deshicieron` })}`,
    import: (done, part) => t`${plural(done, { one: `${part} se importó`, other: `${part} se importaron` })}`,
    invitations: (done, part) =>
      t`${plural(done, { one: `${part} se envió`, other: `${part} se enviaron` })}`,
    export: (done, part) => t`${plural(done, { one: `${part} se exportó`, other: `${part} se exportaron` })}`,
    resend: (done, part) => t`${plural(done, { one: `${part} se reenvió`, other: `${part} se reenviaron` })}`,
  };
  const requests: Record<JobKind, (name: string, rows: string, isReminder: boolean) => string> = {
    'follow-up': (name, rows) => t`${name} pidió cambiar ${rows}`,
    undo: (name, rows) => t`${name} pidió deshacer el cambio de ${rows}`,
    import: (name, rows) => t`${name} pidió importar ${rows}`,
    invitations: (name, rows, isReminder) =>
      isReminder ? t`${name} pidió recordar su invitación a ${rows}` : t`${name} pidió invitar a ${rows}`,
    export: (name, rows) => t`${name} pidió exportar ${rows}`,
    resend: (name, rows) => t`${name} pidió reenviar ${rows}`,
  };
  const describeFailed = (kind: JobKind | undefined, failed: number) => {
    const count = format.number(failed);
    return kind
      ? countFailed[kind](failed, count)
      : t`${plural(failed, { one: '# no se hizo', other: `${count} no se hicieron` })}`;
  };
  const progress = ({ kind, done, failed, rows, file, finishedAt }: ProgressOfJob): string => {
    if (file?.failure) return t`Se cortó`;
    const [changed, missed, finished, all] = [done, failed, done + failed, rows].map((count) =>
      format.number(count),
    );
    if (finishedAt && kind && failed > 0)
      return `${countDone[kind](done, t`${changed} de ${all}`)} · ${t`${missed} no`}`;
    return [t`${finished} de ${all}`, failed > 0 && describeFailed(kind, failed)].filter(Boolean).join(' · ');
  };
  const count = ({ kind, rows }: Pick<Job, 'kind' | 'rows'>) => countRows[kind](rows, format.number(rows));
  return {
    title: (job: Pick<Job, 'kind' | 'change' | 'to' | 'reminderOf'>) => titles[job.kind](job),
    count,
    request: (job: Job) => requests[job.kind](job.by.name, count(job), job.reminderOf !== null),
    state,
    rowState,
    describeFailed,
    progress,
  };
}

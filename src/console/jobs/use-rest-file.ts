import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import { saveCsv } from '#console/ui/save-csv.ts';
import { fetchAllRows } from './job-queries.ts';
import { useJobText } from './job-text.ts';
import { useRowReason } from './row-reason.ts';

const RESERVED = /[\p{Cc}\\/:*?"<>|]+/gu;

export function useRestFile(job: Job) {
  const { t, i18n } = useLingui();
  const text = useJobText();
  const getReason = useRowReason();
  const toRecord = ({ state, adminMail, sid, cells, code, detail }: JobRow): string[] => {
    const reason = code === null ? text.rowState[state] : getReason(code, job.change?.kind);
    const own =
      job.columns.length > 0 ? job.columns.map((_, at) => cells[at] ?? '') : [adminMail ?? '', sid ?? ''];
    return [...own, detail ? `${reason}: ${detail}` : reason];
  };
  return useMutation({
    mutationFn: async () => {
      const rows = [...(await fetchAllRows(job.id, 'failed')), ...(await fetchAllRows(job.id, 'pending'))];
      const columns = job.columns.length > 0 ? job.columns : [t`Agencia`, t`Consulta`];
      const records = rows.toSorted((one, other) => one.number - other.number).map(toRecord);
      const name = job.name.replace(/\.(?:csv|xlsx|txt)$/i, '') || text.title(job);
      saveCsv(
        t`${name}, lo que falta`.replace(RESERVED, ' ').trim(),
        await formatCsv([[...columns, t`Motivo`], ...records], i18n.locale),
      );
    },
  });
}

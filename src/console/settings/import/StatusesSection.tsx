import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { Section } from '#console/ui/Section.tsx';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { type ImportRow, groupTexts } from './import-rows.ts';
import { type ImportChoices, type StatusChoice, getLostReason, getStatusChoice } from './sort-rows.ts';
import { TextChoices } from './TextChoices.tsx';

interface Props {
  rows: readonly ImportRow[];
  choices: ImportChoices;
  onChange: (change: Partial<Pick<ImportChoices, 'statuses' | 'lostReasons'>>) => void;
}

export function StatusesSection({ rows, choices, onChange }: Props) {
  const { t } = useLingui();
  const { status, reason } = useFollowUpText(useTimeZone(), useNow());
  const { statuses, lostReasons } = choices;
  const statusTexts = groupTexts(rows.map((row) => row.status));
  const lostRows = rows.filter((row) => getStatusChoice(row.status, statuses) === 'lost');
  const reasonTexts = groupTexts(lostRows.map(({ lostReason }) => lostReason));
  const statusOptions: Record<StatusChoice, string> = {
    ...status,
    'note-only': t`Solo la nota, sin estado`,
    'left-out': t`No importar`,
  };
  if (statusTexts.length === 0) return null;
  return (
    <Section
      title={t`Estados`}
      description={<Trans>Qué es acá cada estado del archivo. Lo que se reconoce ya está elegido.</Trans>}
    >
      <TextChoices
        label={t`Estados del archivo`}
        texts={statusTexts}
        options={statusOptions}
        getChoice={(text) => getStatusChoice(text, statuses)}
        onChoose={(key, choice) => onChange({ statuses: new Map(statuses).set(key, choice) })}
      />
      {reasonTexts.length > 0 && (
        <>
          <Typography component="h3" variant="subtitle1">
            <Trans>Motivos de pérdida</Trans>
          </Typography>
          <TextChoices
            label={t`Motivos del archivo`}
            texts={reasonTexts}
            options={reason}
            getChoice={(text) => getLostReason(text, lostReasons)}
            onChoose={(key, choice) => onChange({ lostReasons: new Map(lostReasons).set(key, choice) })}
          />
        </>
      )}
    </Section>
  );
}

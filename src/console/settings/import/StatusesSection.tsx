import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { Section } from '#console/ui/Section.tsx';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useNow } from '#console/ui/use-formats.ts';
import {
  type ImportChoices,
  type ImportRow,
  type ImportText,
  type StatusChoice,
  getLostReason,
  getStatusChoice,
  groupTexts,
} from './import-rows.ts';

/** A column with more different texts is hardly one of statuses. */
const MAX_SHOWN = 40;

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

interface ChoicesProps<Choice extends string> {
  label: string;
  texts: readonly ImportText[];
  options: Record<Choice, string>;
  getChoice: (text: string) => Choice | undefined;
  onChoose: (key: string, choice: Choice) => void;
}

function TextChoices<Choice extends string>({
  label,
  texts,
  options,
  getChoice,
  onChoose,
}: ChoicesProps<Choice>) {
  const { t } = useLingui();
  const hiddenCount = texts.length - MAX_SHOWN;
  return (
    <>
      <Box
        component="ul"
        aria-label={label}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 400px), 1fr))',
          columnGap: 4,
          rowGap: 1.5,
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {texts.slice(0, MAX_SHOWN).map(({ key, text, rowCount }) => {
          const choice = getChoice(text);
          return (
            <Box
              key={key}
              component="li"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
                alignItems: 'center',
                gap: 1.5,
              }}
            >
              <span>
                <Typography component="bdi" sx={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Typography>{' '}
                <Typography component="span" variant="body2" color="textSecondary" noWrap>
                  {t`${plural(rowCount, { one: '# fila', other: '# filas' })}`}
                </Typography>
              </span>
              <TextField
                select
                size="small"
                value={choice ?? ''}
                error={!choice}
                onChange={({ target }) => onChoose(key, target.value as Choice)}
                slotProps={{
                  select: {
                    displayEmpty: true,
                    SelectDisplayProps: { 'aria-label': t`Qué es «${text}»` },
                  },
                }}
              >
                {!choice && <MenuItem value="" disabled>{t`Sin decidir`}</MenuItem>}
                {Object.entries<string>(options).map(([value, name]) => (
                  <MenuItem key={value} value={value}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
            </Box>
          );
        })}
      </Box>
      {hiddenCount > 0 && (
        <Alert severity="warning" variant="outlined">
          {t`${plural(hiddenCount, {
            one: 'Hay # texto más. ¿Es la columna correcta?',
            other: 'Hay # textos más. ¿Es la columna correcta?',
          })}`}
        </Alert>
      )}
    </>
  );
}

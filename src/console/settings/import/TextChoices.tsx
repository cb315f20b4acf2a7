import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ImportText } from './import-rows.ts';

/** A column with more different texts is hardly one of statuses. */
const MAX_SHOWN = 40;

interface Props<Choice extends string> {
  label: string;
  texts: readonly ImportText[];
  options: Record<Choice, string>;
  getChoice: (text: string) => Choice | undefined;
  onChoose: (key: string, choice: Choice) => void;
}

export function TextChoices<Choice extends string>({
  label,
  texts,
  options,
  getChoice,
  onChoose,
}: Props<Choice>) {
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

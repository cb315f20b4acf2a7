import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FacetName, Narrowing } from '#contract/inbox-filter-names.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { useFacetText, useFacetValueText } from '#console/inquiries/filter-text.ts';
import type { IndexRequest } from '#console/inquiries/inbox-address.ts';
import { facetsQuery } from '#console/inquiries/index-queries.ts';
import { useSession } from '#console/session/session.ts';

const SELECTS: readonly FacetName[] = ['marca', 'interes', 'condicion', 'tipo', 'origen', 'provincia'];
const SWITCHES: readonly FacetName[] = ['permuta', 'financia', 'seguro'];

interface Props {
  narrowing: Narrowing;
  indexRequest: IndexRequest;
  onChange: (change: Partial<Record<FacetName, string | undefined>>) => void;
}

export function FacetFields({ narrowing, indexRequest, onChange }: Props) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const text = useFacetText();
  const formatValue = useFacetValueText();
  const { data } = useQuery({
    ...facetsQuery(indexRequest),
    placeholderData: keepPreviousData,
    meta: BACKGROUND,
  });
  const withCount = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${i18n.number(count)})`;
  const listOptions = (name: FacetName) => {
    const options: { value: string; count?: number }[] = data?.facets[name] ?? [];
    const value = narrowing[name];
    return !value || options.some((option) => option.value === value) ? options : [{ value }, ...options];
  };
  const hasFollowUp = may.includes('listFollowUps');
  const selects: readonly FacetName[] = hasFollowUp ? ['seguimiento', ...SELECTS] : SELECTS;
  const switches: readonly FacetName[] = hasFollowUp ? ['mias', ...SWITCHES] : SWITCHES;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' }}>
        {selects.map((name) => (
          <TextField
            key={name}
            select
            size="small"
            label={text.name[name]}
            value={narrowing[name] ?? ''}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            onChange={({ target }) => onChange({ [name]: target.value || undefined })}
          >
            <option value="">{t`Cualquiera`}</option>
            {listOptions(name).map(({ value, count }) => (
              <option key={value} value={value}>
                {withCount(formatValue(name, value), count)}
              </option>
            ))}
          </TextField>
        ))}
      </Box>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        {switches.map((name) => (
          <Button
            key={name}
            color="inherit"
            variant="outlined"
            aria-pressed={Boolean(narrowing[name])}
            onClick={() => onChange({ [name]: narrowing[name] ? undefined : 'si' })}
          >
            {withCount(text.name[name], data && (data.facets[name]?.[0]?.count ?? 0))}
          </Button>
        ))}
      </Stack>
    </>
  );
}

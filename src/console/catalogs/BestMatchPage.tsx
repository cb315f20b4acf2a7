import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { MATCH_KINDS, type MatchKind, MAX_VALUE_LENGTH } from '#contract/desk/matching.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { paths } from '#console/paths.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { type MatchRequest, isComplete, readMatchRequest, toMatchSearch } from './address.ts';
import { matchResultQuery } from './best-match-queries.ts';
import { CATALOGS } from './catalogs.ts';
import { CatalogTabs } from './CatalogTabs.tsx';
import { MatchExplanation, MatchResult } from './MatchResult.tsx';
import { useRegions } from './regions.ts';

function BestMatchPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const request = readMatchRequest(search);
  const { data, error, isFetching, refetch } = useQuery({
    ...matchResultQuery(request),
    enabled: isComplete(request),
  });
  return (
    <Page title={t`Mejor coincidencia`} tab={[t`Mejor coincidencia`, t`Catálogos`]}>
      <CatalogTabs />
      <BestMatchForm
        key={toMatchSearch(request)}
        request={request}
        isFetching={isFetching}
        onRefetch={() => void refetch()}
      />
      {isFetching && !data && <TableSkeleton label={t`Buscando la mejor coincidencia`} />}
      {error && !isFetching && (
        <section aria-label={t`No se pudo preguntar`}>
          <FailureAlert error={error} onRetry={() => void refetch()}>
            <p>
              <Trans>No es un «no»: no se sabe si hay coincidencia.</Trans>
            </p>
          </FailureAlert>
        </section>
      )}
      {data && !error && (
        <>
          <MatchResult request={request} result={data} />
          <MatchExplanation request={request} result={data} />
        </>
      )}
    </Page>
  );
}

const FilledText = z.string().check(z.trim(), z.minLength(1));

interface FormProps {
  request: MatchRequest;
  isFetching: boolean;
  onRefetch: () => void;
}

function BestMatchForm({ request, isFetching, onRefetch }: FormProps) {
  const { t, i18n } = useLingui();
  const regions = useRegions();
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(
      z.object({ state: request.kind === 'city' ? FilledText : z.string(), value: FilledText }),
    ),
    defaultValues: { state: request.state, value: request.value },
  });
  const label = i18n._(CATALOGS[request.kind].entryTitle);
  const htmlInput = { maxLength: MAX_VALUE_LENGTH, spellCheck: false };
  const changeKind = (kind: MatchKind) =>
    void navigate(paths.bestMatch(toMatchSearch({ kind, value: '', state: '' })), { replace: true });
  const submit = form.handleSubmit(({ value, state }) => {
    const search = toMatchSearch({ kind: request.kind, value, state });
    if (search === toMatchSearch(request)) onRefetch();
    else void navigate(paths.bestMatch(search));
  });
  return (
    <Paper
      component="form"
      variant="outlined"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 2, p: { xs: 2, sm: 3 } }}
    >
      <RadioGroup
        row
        aria-label={t`Qué se busca`}
        value={request.kind}
        onChange={(_event, kind) => changeKind(kind as MatchKind)}
      >
        {MATCH_KINDS.map((kind) => (
          <FormControlLabel
            key={kind}
            value={kind}
            label={i18n._(CATALOGS[kind].entryTitle)}
            control={<Radio />}
          />
        ))}
      </RadioGroup>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        spacing={2}
        sx={{ alignItems: { xs: 'stretch', sm: 'start' }, maxWidth: 900 }}
      >
        {request.kind === 'city' && (
          <Controller
            control={form.control}
            name="state"
            render={({ field: { ref, value, onChange, onBlur }, fieldState: { invalid } }) => (
              <Autocomplete
                freeSolo
                fullWidth
                options={regions.map(({ name }) => name as string)}
                inputValue={value}
                onInputChange={(_event, text) => onChange(text)}
                onBlur={onBlur}
                renderInput={(props) => (
                  <TextField
                    {...props}
                    inputRef={ref}
                    slotProps={{
                      ...props.slotProps,
                      htmlInput: { ...props.slotProps.htmlInput, ...htmlInput },
                    }}
                    label={t`Provincia · nombre, id, código ISO o ruta`}
                    error={invalid}
                    helperText={invalid && t`Escribí una provincia.`}
                  />
                )}
              />
            )}
          />
        )}
        <FormTextField
          control={form.control}
          name="value"
          label={t`${label} · como viene en tus datos`}
          htmlInput={htmlInput}
          errorText={t`Escribí un valor.`}
        />
        <Button type="submit" variant="contained" aria-busy={isFetching} sx={{ flex: 'none' }}>
          <Trans>Buscar</Trans>
        </Button>
      </Stack>
    </Paper>
  );
}

export { BestMatchPage as Component };

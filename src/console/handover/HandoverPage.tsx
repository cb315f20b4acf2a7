import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { type Handover, MAX_HANDOVER_ROWS } from '#contract/desk/handover.ts';
import { countHandover, groupHandover } from '#contract/handover.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { queryClient } from '#console/api/query-client.ts';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { parseHandoverAddress } from './address.ts';
import { handoverQuery } from './handover-queries.ts';
import css from './HandoverPage.module.css';
import { HandoverRows } from './HandoverRows.tsx';
import { SendDialog } from './SendDialog.tsx';

function HandoverPage() {
  const { t } = useLingui();
  const { may, person, agencies } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { unreadable, ...address } = parseHandoverAddress(search);
  const query = useQuery({ ...handoverQuery(address), placeholderData: keepPreviousData });
  const [isSending, setSending] = useState(false);
  const only = address.agencia.length === 0 ? agencies : address.agencia;
  const agency = only?.length === 1 ? only[0] : undefined;
  const change = (values: Record<string, string | undefined>) =>
    void navigate({ search: changedSearch(search, values) });
  const changeAgencies = (chosen: readonly string[]) => {
    const next = new URLSearchParams(search);
    next.delete('agencia');
    for (const mail of chosen) next.append('agencia', mail);
    void navigate({ search: next.toString() });
  };
  return (
    <Page
      title={t`Traspaso de turno`}
      freshness={query}
      actions={
        <>
          <Button variant="outlined" onClick={() => print()}>
            <Trans>Imprimir</Trans>
          </Button>
          {may.includes('sendHandover') && (
            <Button
              variant="outlined"
              disabled={agency === undefined}
              title={agency === undefined ? t`Elegí una agencia` : undefined}
              onClick={() => setSending(true)}
            >
              <Trans>Mandar por correo…</Trans>
            </Button>
          )}
        </>
      }
    >
      <Stack component="search" aria-label={t`Filtros`} spacing={1}>
        <Box sx={{ maxWidth: { sm: 360 } }}>
          <AgencySelect
            ready
            agencias={address.agencia.length > 0 ? address.agencia : [ALL_AGENCIES]}
            onChange={changeAgencies}
          />
        </Box>
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2 }}>
          <SwitchField
            label={t`Solo lo mío`}
            checked={address.persona === person.id}
            onChange={(isOn) => change({ persona: isOn ? person.id : undefined })}
          />
          {may.includes(VIEW_CONTACTS) && (
            <SwitchField
              label={t`Ocultar datos de contacto`}
              checked={address.enmascarado === '1'}
              onChange={(isOn) => change({ enmascarado: isOn ? '1' : undefined })}
            />
          )}
          {address.persona !== undefined && address.persona !== person.id && (
            <Button onClick={() => change({ persona: undefined })}>
              <Trans>Ver a todas las personas</Trans>
            </Button>
          )}
        </Stack>
        <UnreadableParameters parameters={unreadable} />
      </Stack>
      {query.data ? (
        <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          <Sheet handover={query.data} personHref={(id) => `?${changedSearch(search, { persona: id })}`} />
        </Box>
      ) : query.error ? (
        <FailureAlert error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SlowNotice />
      )}
      {isSending && agency !== undefined && (
        <SendDialog adminMail={agency} onClose={() => setSending(false)} />
      )}
    </Page>
  );
}

interface SheetProps {
  handover: Handover;
  personHref: (id: string) => string;
}

function Sheet({ handover: { rows, more, masked, readAt }, personHref }: SheetProps) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats();
  const getName = useAgencyName();
  const counts = countHandover(rows, readAt, timeZone);
  const when = format.exact(readAt);
  const limit = format.number(MAX_HANDOVER_ROWS);
  return (
    <Stack spacing={2} className={`printed ${css.page}`}>
      <h1 className={css.printedHeading}>
        <Trans>Traspaso de turno · {when}</Trans>
      </h1>
      <p className={css.counts}>
        <span>
          <b>{format.number(counts.waiting)}</b> <Trans>esperan</Trans>
        </span>
        <span data-tone={counts.late > 0 ? 'late' : undefined}>
          <b>{format.number(counts.late)}</b> <Trans>tarde</Trans>
        </span>
        <span>
          <b>{format.number(counts.today)}</b> <Trans>vuelven hoy</Trans>
        </span>
        <span>
          <b>{format.number(counts.tomorrow)}</b> <Trans>vuelven mañana</Trans>
        </span>
        <span>
          <b>{format.number(counts.appointments)}</b> <Trans>con cita</Trans>
        </span>
      </p>
      {masked && (
        <p className={css.soft}>
          <Trans>Los datos de contacto están ocultos.</Trans>
        </p>
      )}
      {more && (
        <Alert severity="warning" variant="outlined">
          <Trans>Hay más: se ven las primeras {limit}. Elegí una agencia o una persona.</Trans>
        </Alert>
      )}
      {rows.length === 0 && (
        <p>
          <Trans>No queda nada abierto.</Trans>
        </p>
      )}
      {groupHandover(rows).map(({ adminMail, people }) => (
        <Section key={adminMail} title={getName(adminMail)}>
          {people.map(({ owner, rows: own }) => (
            <div key={owner?.id ?? ''}>
              <h3 className={css.person}>
                {owner ? (
                  <Link
                    component={RouterLink}
                    to={personHref(owner.id)}
                    color="inherit"
                    underline="hover"
                    title={t`Ver solo lo de esta persona`}
                  >
                    {owner.name || t`Alguien`}
                  </Link>
                ) : (
                  <Trans>Sin nadie a cargo</Trans>
                )}{' '}
                <span className={css.soft}>({format.number(own.length)})</span>
              </h3>
              <HandoverRows rows={own} readAt={readAt} />
            </div>
          ))}
        </Section>
      ))}
    </Stack>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  return queryClient.ensureQueryData(handoverQuery(parseHandoverAddress(url.searchParams)));
}

export { HandoverPage as Component };

import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { AgenciaProductos } from '#contract/agencies.ts';
import { unknownMembers } from '#contract/reading.ts';
import { dayAt, isCalendarDay } from '#contract/window.ts';
import { useSession } from '#console/session/session.ts';
import { Fact, Facts, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyPackageQuery } from './agency-detail-queries.ts';
import { type Package, packageExpiry } from './package-usage.ts';
import { PackageUsageList } from './PackageUsageList.tsx';

export function PackageSection({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useQuery(agencyPackageQuery(adminMail));
  return (
    <Section title={t`Paquete`}>
      {isPending && (
        <output aria-label={t`Cargando el paquete`}>
          <Skeleton height={49} />
        </output>
      )}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <PackageDetails data={data} />}
    </Section>
  );
}

function PackageDetails({ data }: { data: Package }) {
  const { t } = useLingui();
  const products = data.Productos ?? [];
  return (
    <>
      {!data.Paquete && products.length === 0 && (
        <p>
          <Trans>El servicio no informa ningún paquete: la agencia no tiene publicaciones contratadas.</Trans>
        </p>
      )}
      <PackageUsageList products={products} />
      <Facts title={t`Contrato`} data={data}>
        <Fact name="Paquete" label={t`Paquete`} />
        <Fact name="Desde" label={t`Desde`}>
          <Day day={data.Desde} />
        </Fact>
        <Fact name="Hasta" label={t`Hasta`}>
          <Day day={data.Hasta} />
          <PackageExpiry day={data.Hasta} />
        </Fact>
      </Facts>
      <UnknownFields members={unknownMembers(AgenciaProductos, data)} />
    </>
  );
}

function Day({ day }: { day: unknown }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  if (typeof day !== 'string' || !isCalendarDay(day)) return <Value value={day} />;
  // Noon is on the same day in every time zone of the app.
  const noon = `${day}T12:00:00Z`;
  return format.days(noon, noon);
}

function PackageExpiry({ day }: { day: unknown }) {
  const { timeZone } = useSession();
  const expiry = packageExpiry(day, dayAt(useNow(), timeZone));
  if (expiry !== 'expired' && expiry !== 'soon') return null;
  return (
    <Box component="b" sx={{ color: expiry === 'expired' ? 'error.main' : 'warning.main' }}>
      {' · '}
      {expiry === 'expired' ? <Trans>vencido</Trans> : <Trans>vence pronto</Trans>}
    </Box>
  );
}

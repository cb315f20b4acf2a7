import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { BUYER_COUNTS, type BuyerCounts, type BuyerData, type BuyerRequest } from '#contract/desk/buyers.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { draftNames } from '#console/follow-up/change-storage.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useBuyerCountNames } from '#console/inquiries/buyer-count-names.ts';
import { paths } from '#console/paths.ts';
import { removeDrafts } from '#console/ui/drafts.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { eraseBuyerData, exportBuyerData } from './buyer-queries.ts';

interface Props {
  data: BuyerData;
  request: BuyerRequest;
}

export function BuyerDataResult({ data, request }: Props) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  const download = useMutation(exportBuyerData);
  const erase = useMutation({
    ...eraseBuyerData,
    onSuccess: () => {
      setIsConfirming(false);
      removeDrafts(...data.inquiries.flatMap((inquiry) => Object.values(draftNames(inquiry))));
    },
  });
  if (erase.data) return <ErasureReceipt counts={erase.data} data={data} />;
  const { counts, auditEntries } = data;
  const isEmpty = auditEntries === 0 && BUYER_COUNTS.every((name) => name === 'files' || counts[name] === 0);
  return (
    <>
      {isEmpty ? (
        <EmptyState>
          <Trans>
            No hay nada de esta persona. Si pidió que se borre, borrá igual: así no vuelve lo que escribió
            hasta ahora.
          </Trans>
        </EmptyState>
      ) : (
        <Section title={t`Qué hay`}>
          <BuyerCountRows counts={counts} />
          <InquiryLinks data={data} />
          <OutOfReach data={data} />
        </Section>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {!isEmpty && (
          <Button variant="outlined" loading={download.isPending} onClick={() => download.mutate(request)}>
            <Trans>Descargar lo que hay</Trans>
          </Button>
        )}
        <Button color="error" variant="outlined" onClick={() => setIsConfirming(true)}>
          <Trans>Borrar los datos…</Trans>
        </Button>
      </Stack>
      {download.isSuccess && (
        <Alert severity="info" variant="outlined">
          <Trans>Leé el archivo antes de entregarlo: las notas pueden nombrar a otras personas.</Trans>
        </Alert>
      )}
      {download.error && <FailureAlert error={download.error} />}
      {isConfirming && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar los datos de esta persona?`}
          action={t`Borrar los datos`}
          typed={t`borrar`}
          pending={erase.isPending}
          failure={erase.error && <FormAlert error={erase.error} />}
          onConfirm={() => erase.mutate(request)}
          onClose={() => !erase.isPending && setIsConfirming(false)}
        >
          <Stack sx={{ gap: 1 }}>
            <BuyerCountRows counts={counts} />
            <span>
              <Trans>
                Se borran todos los archivos de exportaciones, de todos, porque no se sabe qué tienen. No se
                puede deshacer.
              </Trans>
            </span>
            <span>
              <Trans>
                No se alcanza: lo que tiene el servicio, las copias de seguridad hasta que se reemplacen, y lo
                que ya se descargó o se mandó.
              </Trans>
            </span>
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}

function ErasureReceipt({ counts, data }: { counts: BuyerCounts; data: BuyerData }) {
  const { t } = useLingui();
  return (
    <Section title={t`Se borró`}>
      <Alert severity="success" variant="outlined">
        <Trans>
          Lo que la persona escribió hasta ahora no vuelve, aunque el servicio lo mande otra vez. Quedó en la
          auditoría, sin sus datos.
        </Trans>
      </Alert>
      <BuyerCountRows counts={counts} />
      <OutOfReach data={data} />
    </Section>
  );
}

function BuyerCountRows({ counts }: { counts: BuyerCounts }) {
  const names = useBuyerCountNames();
  const format = useFormats();
  return (
    <Box sx={{ '--names': 'min(240px, 70%)' }}>
      <FactRows>
        {BUYER_COUNTS.filter((name) => name === 'inquiries' || counts[name] > 0).map((name) => (
          <FactRow key={name} name={names[name]}>
            {format.number(counts[name])}
          </FactRow>
        ))}
      </FactRows>
    </Box>
  );
}

function InquiryLinks({ data: { counts, inquiries } }: Pick<Props, 'data'>) {
  const { t } = useLingui();
  const format = useFormats();
  const getAgencyName = useAgencyName();
  const more = counts.inquiries + counts.departed - inquiries.length;
  return (
    <>
      <Stack component="ul" aria-label={t`Consultas`} sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {inquiries.map(({ adminMail, sid, at, isIndexed }) => {
          const text = [getAgencyName(adminMail), at === null ? sid : format.moment(at)].join(' · ');
          return (
            <li key={`${adminMail} ${sid}`}>
              {isIndexed ? (
                <Link component={RouterLink} to={paths.inquiry(adminMail, sid)}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          );
        })}
      </Stack>
      {more > 0 && (
        <Typography color="textSecondary">
          {t`${plural(more, { one: 'Y # consulta más.', other: 'Y # consultas más.' })}`}
        </Typography>
      )}
    </>
  );
}

function OutOfReach({ data: { auditEntries, auditDays, unreachable } }: Pick<Props, 'data'>) {
  const { t } = useLingui();
  return (
    <>
      {auditEntries > 0 && (
        <Typography color="textSecondary">
          {t`${plural(auditEntries, {
            one: '# cambio de la auditoría la nombra: no se puede borrar',
            other: '# cambios de la auditoría la nombran: no se pueden borrar',
          })}`}
          {'. '}
          <Trans>La auditoría se borra sola a los {auditDays} días.</Trans>
        </Typography>
      )}
      {unreachable > 0 && (
        <Typography color="textSecondary">
          {t`${plural(unreachable, {
            one: 'De # consulta con notas no se sabe de quién es. Si es suya y vuelve, se borra entonces.',
            other: 'De # consultas con notas no se sabe de quién son. Las suyas se borran si vuelven.',
          })}`}
        </Typography>
      )}
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useInfiniteQuery } from '@tanstack/react-query';
import { peopleListQuery } from './person-queries.ts';

/** Mails are written to files here, so nobody should wait for one. */
export function MailDeliveryNotice() {
  const people = useInfiniteQuery(peopleListQuery());
  if (people.data?.pages[0]?.mails !== 'files') return null;
  return (
    <Alert severity="info" variant="outlined">
      <Trans>
        Este servidor no envía correos: los deja como archivos en su carpeta <code>outbox</code>. Pasale el
        enlace del archivo a la persona.
      </Trans>
    </Alert>
  );
}

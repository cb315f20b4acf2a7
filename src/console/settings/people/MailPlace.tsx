import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { peopleList } from './people-queries.ts';

/** Said where mails do not leave the server, so that nobody waits for one. */
export function MailPlace() {
  const people = useQuery(peopleList());
  if (people.data?.mails !== 'files') return null;
  return (
    <Alert severity="info" variant="outlined">
      <Trans>
        Este servidor no envía correos: los deja como archivos en su carpeta <code>outbox</code>. Pasale el
        enlace del archivo a la persona.
      </Trans>
    </Alert>
  );
}

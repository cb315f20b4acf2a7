import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router';
import { Failure } from '#console/api/failure.ts';
import type { FailureMeanings } from '#console/api/failure-message.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';

export type SaveAction = 'create' | 'edit';

interface Props {
  topic: string;
  error: Error;
  serviceMessage: string | undefined;
  onRetryAs: (action: SaveAction) => void;
}

export function SaveFailureAlert({ topic, error, serviceMessage, onRetryAs }: Props) {
  const { t } = useLingui();
  const status = error instanceof Failure && !error.code ? error.status : 0;
  const meanings: FailureMeanings = {
    403: {
      what: t`Este tema no está disponible para esta aplicación`,
      advice: t`El servicio decide qué temas recibe cada aplicación: se piden a su equipo de desarrollo.`,
    },
    404: {
      what: t`Este tema ya no está configurado`,
      advice: t`Alguien lo borró mientras tanto, o dejó de estar disponible. Se puede configurar con estos datos; el secreto hay que ponerlo de nuevo.`,
    },
    409: {
      what: t`Alguien configuró este tema mientras tanto`,
      advice: t`Mirá cómo quedó, o guardá lo tuyo encima.`,
    },
  };
  return (
    <FormAlert error={error} serviceMessage={serviceMessage} meanings={meanings}>
      {(status === 404 || status === 409) && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <Button
            size="small"
            variant="contained"
            onClick={() => onRetryAs(status === 409 ? 'edit' : 'create')}
          >
            {status === 409 ? <Trans>Guardar encima</Trans> : <Trans>Configurarlo con estos datos</Trans>}
          </Button>
          {status === 409 && (
            <Button size="small" color="inherit" component={Link} to={paths.webhook(topic)}>
              <Trans>Ver cómo quedó</Trans>
            </Button>
          )}
        </Stack>
      )}
    </FormAlert>
  );
}

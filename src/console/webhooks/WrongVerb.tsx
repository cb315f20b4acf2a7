import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';

interface Props {
  topic: string;
  error: Error;
  /** What was said of no input of the form. */
  said: string | undefined;
  /** Writes the same by the other verb. */
  onOther: (verb: 'create' | 'edit') => void;
}

/** Somebody configured or deleted the topic meanwhile, or it is not the app's: what that means, and what to do. */
export function WrongVerb({ topic, error, said, onOther }: Props) {
  const { t } = useLingui();
  const status = error instanceof Failure && !error.code ? error.status : undefined;
  if (status === 409) {
    return (
      <FormAlert
        error={error}
        serviceMessage={said}
        meaning={{
          what: t`Alguien configuró este tema mientras tanto`,
          advice: t`Mirá cómo quedó, o guardá lo tuyo encima.`,
        }}
      >
        <div className={parts.actions}>
          <Button size="small" variant="contained" onClick={() => onOther('edit')}>
            <Trans>Guardar encima</Trans>
          </Button>
          <Button size="small" color="inherit" component={Link} to={paths.webhook(topic)}>
            <Trans>Ver cómo quedó</Trans>
          </Button>
        </div>
      </FormAlert>
    );
  }
  if (status === 404) {
    return (
      <FormAlert
        error={error}
        serviceMessage={said}
        meaning={{
          what: t`Este tema ya no está configurado`,
          advice: t`Alguien lo borró mientras tanto, o dejó de estar disponible. Se puede configurar con estos datos; el secreto hay que ponerlo de nuevo.`,
        }}
      >
        <Button size="small" variant="contained" onClick={() => onOther('create')}>
          <Trans>Configurarlo con estos datos</Trans>
        </Button>
      </FormAlert>
    );
  }
  if (status === 403) {
    return (
      <FormAlert
        error={error}
        serviceMessage={said}
        meaning={{
          what: t`Este tema no está disponible para esta aplicación`,
          advice: t`El servicio decide qué temas recibe cada aplicación: se piden a su equipo de desarrollo.`,
        }}
      />
    );
  }
  return <FormAlert error={error} serviceMessage={said} />;
}

import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import type { InvitePerson } from '#contract/desk/people.ts';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import parts from '#console/ui/parts.module.css';
import css from './people.module.css';
import { usePeopleText } from './people-text.ts';
import { rightsOf } from './person-form.ts';

interface Props {
  mine: InvitePerson;
  theirs: InvitePerson;
  pending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody saved something else meanwhile: both versions where they differ, and the choice. */
export function ChangedMeanwhile({ mine, theirs, pending, onMine, onTheirs }: Props) {
  const { t } = useLingui();
  const text = usePeopleText();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const told = (values: InvitePerson) => {
    const { name, role, agencies } = rightsOf(values);
    return {
      name,
      role: text.role[role],
      agencies:
        role === 'seller'
          ? agencies
              .map(({ adminMail, ownInquiriesOnly }) =>
                ownInquiriesOnly ? t`${adminMail} (solo sus consultas)` : adminMail,
              )
              .join(', ')
          : t`Todas`,
    };
  };
  const heads = { name: t`Nombre y apellido`, role: t`Rol`, agencies: t`Agencias` };
  const [my, their] = [told(mine), told(theirs)];
  const differing = (['name', 'role', 'agencies'] as const).filter((field) => my[field] !== their[field]);
  return (
    <Alert severity="warning" variant="outlined" ref={panel} tabIndex={-1}>
      <AlertTitle>
        <Trans>Alguien guardó otra cosa mientras tanto</Trans>
      </AlertTitle>
      <div className={css.versions}>
        <ComparedTable
          heads={[t`Dato`, t`Lo tuyo`, t`Lo guardado`]}
          rows={differing.map((field) => ({ name: heads[field], sides: [my[field], their[field]] }))}
        />
      </div>
      <div className={parts.actions}>
        <Button variant="contained" size="small" loading={pending} onClick={onMine}>
          <Trans>Guardar lo mío</Trans>
        </Button>
        <Button variant="outlined" size="small" color="inherit" onClick={onTheirs}>
          <Trans>Quedarme con lo guardado</Trans>
        </Button>
      </div>
    </Alert>
  );
}

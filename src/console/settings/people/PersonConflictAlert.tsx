import { useLingui } from '@lingui/react/macro';
import type { InvitePerson } from '#contract/desk/people.ts';
import { compareFields } from '#console/forms/compare-fields.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { useRoleNames } from '#console/session/role-text.ts';
import { toPermissions } from './person-form.ts';

interface Props {
  mine: InvitePerson;
  theirs: InvitePerson;
  isPending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

export function PersonConflictAlert({ mine, theirs, isPending, onSaveMine, onKeepTheirs }: Props) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const describe = (values: InvitePerson) => {
    const { name, role, agencies } = toPermissions(values);
    const agencyTexts = agencies.map(({ adminMail, ownInquiriesOnly }) =>
      ownInquiriesOnly ? t`${adminMail} (solo sus consultas)` : adminMail,
    );
    return {
      [t`Nombre y apellido`]: name,
      [t`Rol`]: roleNames[role],
      [t`Agencias`]: role === 'seller' ? agencyTexts.join(', ') : t`Todas`,
    };
  };
  return (
    <ConflictAlert
      differing={compareFields(describe(mine), describe(theirs))}
      pending={isPending}
      onSaveMine={onSaveMine}
      onKeepTheirs={onKeepTheirs}
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useAgencyName } from '#console/agency-select/use-agency-name.ts';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';

export function AccountFacts() {
  const { t } = useLingui();
  const { person, agencies, ownInquiriesIn } = useSession();
  const roleNames = useRoleNames();
  const getAgencyName = useAgencyName();
  return (
    <FactRows>
      <FactRow name={t`Nombre`}>{person.name}</FactRow>
      <FactRow name={t`Correo`}>{person.mail}</FactRow>
      <FactRow name={t`Rol`}>{roleNames[person.role]}</FactRow>
      {agencies && (
        <FactRow name={t`Agencias`}>
          {agencies.map((adminMail) => (
            <div key={adminMail}>
              {getAgencyName(adminMail)}
              {ownInquiriesIn.includes(adminMail) && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {' · '}
                  <Trans>solo tus consultas</Trans>
                </Typography>
              )}
            </div>
          ))}
        </FactRow>
      )}
    </FactRows>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import type { PersonAgency } from '#contract/desk/people.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon } from '#console/ui/icons.tsx';

interface Props {
  agency: PersonAgency;
  name: string;
  isAdmin: boolean;
  error: string | undefined;
  onLimit: (ownInquiriesOnly: boolean) => void;
  onRemove: () => void;
}

export function PersonAgencyItem({
  agency: { adminMail, ownInquiriesOnly },
  name,
  isAdmin,
  error,
  onLimit,
  onRemove,
}: Props) {
  const { t } = useLingui();
  const hint = isAdmin
    ? t`No se puede limitar: su correo es el AdminMail de esta agencia, y quien la administra ve todas sus consultas.`
    : error;
  return (
    <ListItem
      divider
      disableGutters
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1 }}
    >
      <ListItemText
        primary={name}
        secondary={name === adminMail ? undefined : adminMail}
        sx={{ my: 0, overflowWrap: 'anywhere' }}
      />
      <IconAction label={t`Quitar ${name}`} onClick={onRemove}>
        <CloseIcon />
      </IconAction>
      <FormControlLabel
        disabled={isAdmin}
        control={
          <Checkbox
            size="small"
            checked={ownInquiriesOnly && !isAdmin}
            onChange={(_event, checked) => onLimit(checked)}
            slotProps={{ input: { 'aria-describedby': hint ? `limit-${adminMail}` : undefined } }}
          />
        }
        label={<Trans>Solo sus consultas</Trans>}
      />
      {hint && (
        <FormHelperText id={`limit-${adminMail}`} error={!isAdmin} sx={{ gridColumn: '1 / -1' }}>
          {hint}
        </FormHelperText>
      )}
    </ListItem>
  );
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { Link } from 'react-router';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { paths } from '#console/paths.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';

interface Props {
  inquiries: readonly InquiryKey[];
  onClose: () => void;
}

export function LateSnackbar({ inquiries, onClose }: Props) {
  const { t } = useLingui();
  const count = inquiries.length;
  return (
    <MuiRoot>
      <Snackbar
        open
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        sx={{ zIndex: 'appBar', maxWidth: { sm: 420 } }}
      >
        <Alert
          severity="warning"
          variant="outlined"
          sx={{ bgcolor: 'background.paper', alignItems: 'center' }}
          closeText={t`Cerrar el aviso`}
          onClose={onClose}
        >
          {t`${plural(count, {
            one: 'Una consulta está tarde y nadie respondió.',
            other: '# consultas están tarde y nadie respondió.',
          })}`}{' '}
          <Button component={Link} to={buildListAddress(inquiries)} size="small" onClick={onClose}>
            {count === 1 ? <Trans>Abrirla</Trans> : <Trans>Ver las que están tarde</Trans>}
          </Button>
        </Alert>
      </Snackbar>
    </MuiRoot>
  );
}

function buildListAddress(inquiries: readonly InquiryKey[]): string {
  const [first, ...others] = inquiries;
  const agencies = new Set(inquiries.map(({ adminMail }) => adminMail.toLowerCase()));
  const agencia = agencies.size === 1 && first ? first.adminMail : ALL_AGENCIES;
  const search = new URLSearchParams({ agencia });
  if (first && others.length === 0) return paths.inquiry(first.adminMail, first.sid, search.toString());
  search.set('vista', 'tarde');
  return paths.inquiries(search.toString());
}

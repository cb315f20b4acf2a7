import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { Link } from 'react-router';
import type { LiveEvent } from '#contract/desk/live.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { paths } from '#console/paths.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';

interface Props {
  severity: 'info' | 'warning';
  action: { text: string; to: string };
  onClose: () => void;
  children: string;
}

function NoticeSnackbar({ severity, action, onClose, children }: Props) {
  const { t } = useLingui();
  return (
    <MuiRoot>
      <Snackbar
        open
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        sx={{ zIndex: 'appBar', maxWidth: { sm: 420 } }}
      >
        <Alert
          severity={severity}
          variant="outlined"
          sx={{ bgcolor: 'background.paper', alignItems: 'center' }}
          closeText={t`Cerrar el aviso`}
          onClose={onClose}
        >
          {children}{' '}
          <Button component={Link} to={action.to} size="small" onClick={onClose}>
            {action.text}
          </Button>
        </Alert>
      </Snackbar>
    </MuiRoot>
  );
}

interface LateProps {
  inquiries: readonly InquiryKey[];
  onClose: () => void;
}

export function LateSnackbar({ inquiries, onClose }: LateProps) {
  const { t } = useLingui();
  const count = inquiries.length;
  return (
    <NoticeSnackbar
      severity="warning"
      action={{
        text: count === 1 ? t`Abrirla` : t`Ver las que están tarde`,
        to: buildListAddress(inquiries),
      }}
      onClose={onClose}
    >
      {t`${plural(count, {
        one: 'Una consulta está tarde y nadie respondió.',
        other: '# consultas están tarde y nadie respondió.',
      })}`}
    </NoticeSnackbar>
  );
}

interface ColleagueProps {
  notice: InquiryKey & { kind: 'mention' | 'nudge'; by: string };
  onClose: () => void;
}

export function ColleagueSnackbar({ notice, onClose }: ColleagueProps) {
  const { t } = useLingui();
  const { kind, by } = notice;
  return (
    <NoticeSnackbar
      severity={kind === 'nudge' ? 'warning' : 'info'}
      action={{ text: t`Abrirla`, to: buildListAddress([notice]) }}
      onClose={onClose}
    >
      {kind === 'nudge'
        ? t`${by} te recuerda una consulta que espera respuesta.`
        : t`${by} te nombró en la nota de una consulta.`}
    </NoticeSnackbar>
  );
}

interface WebhookAlarmProps {
  alarm: Extract<LiveEvent, { kind: 'missed' | 'canary' }>;
  onClose: () => void;
}

export function WebhookAlarmSnackbar({ alarm: { kind, data }, onClose }: WebhookAlarmProps) {
  const { t } = useLingui();
  const format = useFormats();
  const { count } = data;
  const from = format.moment(data.since);
  return kind === 'missed' ? (
    <NoticeSnackbar
      severity="warning"
      action={{ text: t`Ver el balance`, to: paths.balance('from=hoy&to=hoy') }}
      onClose={onClose}
    >
      {t`${plural(count, {
        one: 'Una consulta llegó sin aviso desde el',
        other: '# consultas llegaron sin aviso desde el',
      })} ${from}.`}
    </NoticeSnackbar>
  ) : (
    <NoticeSnackbar
      severity="warning"
      action={{ text: t`Ver el aviso`, to: paths.webhook(INQUIRY_TOPIC) }}
      onClose={onClose}
    >
      {t`La prueba automática de los avisos falló ${count} veces seguidas desde el ${from}.`}
    </NoticeSnackbar>
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

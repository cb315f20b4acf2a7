import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { Template } from '#contract/desk/templates.ts';
import { personName } from '#contract/inquiry-names.ts';
import { theme } from '#console/theme.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { findGaps, splitAtGaps } from '#console/settings/templates/placeholders.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { mailLink, whatsappLink } from './contact-links.ts';
import css from './ReplyDialog.module.css';
import { TemplateList } from './TemplateList.tsx';
import { useReplyDraft } from './use-reply-draft.ts';

interface Props extends InquiryKey {
  inquiry: Inquiry;
  whatsapp: string | undefined;
  mail: string | undefined;
  onSend: (how: 'mail' | 'whatsapp', template: string | undefined, onRecorded: () => void) => void;
  onClose: () => void;
}

/** The person's own WhatsApp or mail program sends the reply. */
export function ReplyDialog({ adminMail, sid, inquiry, whatsapp, mail, onSend, onClose }: Props) {
  const { t } = useLingui();
  const headingId = useId();
  const gapsId = useId();
  const subjectGapsId = useId();
  const isFullScreen = useMediaQuery(theme.breakpoints.down('md'));
  const draft = useReplyDraft({ adminMail, sid }, inquiry);
  const { reply } = draft;
  const subject = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const subjectGaps = mail ? findGaps(reply.subject) : [];
  const gaps = findGaps(reply.text);
  const name = personName(inquiry.Interesado) || t`Sin nombre`;
  const isComplete = reply.text.trim() !== '' && gaps.length === 0;

  const selectTemplate = (template: Template) => {
    draft.applyTemplate(template);
    setTimeout(() => focusFirstGap(message.current, subject.current));
  };
  const send = (how: 'mail' | 'whatsapp') => {
    onSend(how, reply.template || undefined, draft.deleteDraft);
    draft.storeSentReply();
    setTimeout(onClose);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[data-send]')?.click();
  };

  return (
    <MuiRoot>
      <Dialog
        open
        fullWidth
        maxWidth="md"
        fullScreen={isFullScreen}
        onClose={onClose}
        onKeyDown={onKeyDown}
        aria-labelledby={headingId}
      >
        <DialogTitle id={headingId}>
          <Trans>
            Responder a <bdi>{name}</bdi>
          </Trans>
        </DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 8fr)' },
            gap: 2,
            alignContent: 'start',
            px: { xs: 1.5, md: 3 },
            '&&': { pt: 1 },
          }}
        >
          <TemplateList
            selectedId={reply.template}
            preview={draft.previewTemplate}
            onSelect={selectTemplate}
            onEmpty={() => focusFirstGap(message.current)}
          />
          <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
            {mail && (
              <TextField
                label={t`Asunto del correo`}
                value={reply.subject}
                inputRef={subject}
                error={subjectGaps.length > 0}
                helperText={
                  subjectGaps.length > 0 && (
                    <span id={subjectGapsId}>{t`Falta completar: ${subjectGaps.join(', ')}`}</span>
                  )
                }
                onChange={({ target }) => draft.update({ subject: target.value })}
              />
            )}
            <TextField
              label={t`Mensaje`}
              multiline
              minRows={5}
              maxRows={12}
              value={reply.text}
              inputRef={message}
              onChange={({ target }) => draft.update({ text: target.value })}
            />
            {draft.hasReplacedReply && (
              <Note>
                <Trans>La plantilla reemplazó lo que habías escrito.</Trans>{' '}
                <Button size="small" onClick={draft.restoreReplacedReply}>
                  <Trans>Traerlo de vuelta</Trans>
                </Button>
              </Note>
            )}
            {draft.sentReply && !reply.text && (
              <Note>
                <Trans>Ya le abriste una respuesta.</Trans>{' '}
                <Button size="small" onClick={draft.restoreSentReply}>
                  <Trans>Volver a ese texto</Trans>
                </Button>
              </Note>
            )}
            <Typography
              id={gapsId}
              component="output"
              sx={{ minHeight: 19, color: 'warning.main', fontSize: 'var(--text-small)' }}
            >
              {gaps.length > 0 && <Trans>Falta completar: {gaps.join(', ')}</Trans>}
            </Typography>
            {reply.text && (
              <section className={css.preview} aria-label={t`Así le llega`}>
                <Typography component="h3" variant="caption" color="textSecondary">
                  {t`Así le llega`}
                </Typography>
                <p dir="auto">
                  {splitAtGaps(reply.text).map(({ start, text, isGap }) =>
                    isGap ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
                  )}
                </p>
              </section>
            )}
          </Box>
        </DialogContent>
        <DialogActions
          disableSpacing
          sx={{
            flexWrap: 'wrap',
            gap: 1,
            px: { xs: 1.5, md: 3 },
            pb: 'calc(12px + env(safe-area-inset-bottom))',
            '& > *': { flexGrow: { xs: 1, md: 0 } },
          }}
        >
          {!whatsapp && !mail && (
            <Note>
              <Trans>No hay teléfono ni correo a donde enviarla: copiala.</Trans>
            </Note>
          )}
          {gaps.length > 0 && (
            <Note>
              <Trans>Al copiar van también los huecos: {gaps.join(', ')}</Trans>
            </Note>
          )}
          <Button color="inherit" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </Button>
          <CopyButton text={reply.text} label={t`Copiar el mensaje`}>
            <Trans>Copiar</Trans>
          </CopyButton>
          {mail && (
            <ReplySendButton
              how="mail"
              href={mailLink(mail, { subject: reply.subject, text: reply.text })}
              isPrimary={!whatsapp}
              isComplete={isComplete && subjectGaps.length === 0}
              describedBy={`${subjectGapsId} ${gapsId}`}
              onIncomplete={() => focusFirstGap(subject.current, message.current)}
              onSend={send}
            >
              {t`Abrir en el correo`}
            </ReplySendButton>
          )}
          {whatsapp && (
            <ReplySendButton
              how="whatsapp"
              href={whatsappLink(whatsapp, reply.text)}
              isPrimary
              isComplete={isComplete}
              describedBy={gapsId}
              onIncomplete={() => focusFirstGap(message.current)}
              onSend={send}
            >
              {t`Abrir en WhatsApp`}
            </ReplySendButton>
          )}
        </DialogActions>
      </Dialog>
    </MuiRoot>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" component="output">
      {children}
    </Typography>
  );
}

interface SendButtonProps {
  how: 'mail' | 'whatsapp';
  href: string;
  isPrimary: boolean;
  isComplete: boolean;
  describedBy: string;
  onIncomplete: () => void;
  onSend: (how: 'mail' | 'whatsapp') => void;
  children: string;
}

function ReplySendButton({ how, href, isPrimary, isComplete, describedBy, ...props }: SendButtonProps) {
  return (
    <Button
      variant={isPrimary ? 'contained' : 'outlined'}
      {...(isPrimary && { 'data-send': '', 'aria-keyshortcuts': 'Control+Enter' })}
      {...(isComplete ? { href } : { 'aria-describedby': describedBy })}
      {...(isComplete && how === 'whatsapp' && { target: '_blank', rel: 'noopener' })}
      onClick={() => (isComplete ? props.onSend(how) : props.onIncomplete())}
    >
      {props.children}
    </Button>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement | null;

function focusFirstGap(...fields: Field[]): void {
  const field =
    fields.find((one) => one && findGaps(one.value).length > 0) ??
    fields.find((one) => one instanceof HTMLTextAreaElement);
  if (!field) return;
  const gap = splitAtGaps(field.value).find(({ isGap }) => isGap);
  const start = gap?.start ?? field.value.length;
  field.focus();
  field.setSelectionRange(start, start + (gap?.text.length ?? 0));
}

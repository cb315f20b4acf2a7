import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Template } from '#contract/desk/templates.ts';
import { personName } from '#contract/inquiry-names.ts';
import { agency } from '#console/agency-select/agencies-queries.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { useDraft } from '#console/ui/drafts.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { formatsFor } from '#console/ui/formats.ts';
import { fillingOf } from './filling.ts';
import { mailLink, whatsappLink } from './links.ts';
import { fillPlaceholders, findGaps, splitAtGaps } from '#console/settings/templates/placeholders.ts';
import { type Reply, NO_REPLY, isSameReply, readReply, writeReply } from './reply-draft.ts';
import css from './ReplyPicker.module.css';
import { TemplateChoice } from './TemplateChoice.tsx';

interface Props {
  adminMail: string;
  sid: string;
  inquiry: Inquiry;
  /** Digits that WhatsApp takes; missing where the buyer left no such number. */
  whatsapp: string | undefined;
  mail: string | undefined;
  /** The person's own program opens with the text; `onRecorded` is called once that is in the timeline. */
  onSent: (how: 'mail' | 'whatsapp', template: string | undefined, onRecorded: () => void) => void;
  onClose: () => void;
}

/** A reply from a template or from nothing, which the person's own WhatsApp or mail program sends. */
export function ReplyPicker({ adminMail, sid, inquiry, whatsapp, mail, onSent, onClose }: Props) {
  const { t } = useLingui();
  const heading = useId();
  const gapNote = useId();
  const subjectNote = useId();
  const whole = useMediaQuery('(max-width: 899px)');
  const writing = useReply(adminMail, sid, inquiry);
  const { reply } = writing;
  const subject = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const subjectGaps = mail ? findGaps(reply.subject) : [];
  const gaps = findGaps(reply.text);
  const name = personName(inquiry.Interesado) || t`Sin nombre`;
  const ready = reply.text.trim() !== '' && gaps.length === 0;

  const choose = (template: Template) => {
    writing.take(template);
    // Once the text is there.
    setTimeout(() => selectFirstGap(text.current, subject.current));
  };
  const send = (how: 'mail' | 'whatsapp') => {
    onSent(how, reply.template || undefined, writing.forgetThis);
    writing.keepSent();
    // The link is followed first.
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
        fullScreen={whole}
        onClose={onClose}
        onKeyDown={onKeyDown}
        aria-labelledby={heading}
      >
        <DialogTitle id={heading}>
          <Trans>
            Responder a <bdi>{name}</bdi>
          </Trans>
        </DialogTitle>
        <DialogContent className={css.content}>
          <TemplateChoice
            chosen={reply.template}
            filled={writing.preview}
            onChoose={choose}
            onNone={() => selectGap(text.current)}
          />
          <div className={css.editor}>
            {mail && (
              <TextField
                label={t`Asunto del correo`}
                value={reply.subject}
                inputRef={subject}
                error={subjectGaps.length > 0}
                helperText={
                  subjectGaps.length > 0 && (
                    <span id={subjectNote}>{t`Falta completar: ${subjectGaps.join(', ')}`}</span>
                  )
                }
                onChange={({ target }) => writing.write({ subject: target.value })}
              />
            )}
            <TextField
              label={t`Mensaje`}
              multiline
              minRows={5}
              maxRows={12}
              value={reply.text}
              inputRef={text}
              onChange={({ target }) => writing.write({ text: target.value })}
            />
            {writing.replaced && (
              <output className={css.note}>
                <Trans>La plantilla reemplazó lo que habías escrito.</Trans>{' '}
                <button type="button" className="button quiet" onClick={writing.bringBack}>
                  <Trans>Traerlo de vuelta</Trans>
                </button>
              </output>
            )}
            {writing.sent && !reply.text && (
              <p className={css.note}>
                <Trans>Ya le abriste una respuesta.</Trans>{' '}
                <button type="button" className="button quiet" onClick={writing.bringSent}>
                  <Trans>Volver a ese texto</Trans>
                </button>
              </p>
            )}
            <output id={gapNote} className={css.gaps}>
              {gaps.length > 0 && <Trans>Falta completar: {gaps.join(', ')}</Trans>}
            </output>
            {reply.text && (
              <section className={css.preview} aria-label={t`Así le llega`}>
                <h3>{t`Así le llega`}</h3>
                <Marked text={reply.text} />
              </section>
            )}
          </div>
        </DialogContent>
        <DialogActions className={css.foot}>
          {!whatsapp && !mail && (
            <p className={css.note}>
              <Trans>No hay teléfono ni correo a donde enviarla: copiala.</Trans>
            </p>
          )}
          {gaps.length > 0 && (
            <p className={css.note}>
              <Trans>Al copiar van también los huecos: {gaps.join(', ')}</Trans>
            </p>
          )}
          <Button color="inherit" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </Button>
          <CopyButton text={reply.text} label={t`Copiar el mensaje`}>
            <Trans>Copiar</Trans>
          </CopyButton>
          {mail && (
            <Send
              ready={ready && subjectGaps.length === 0}
              describedBy={`${subjectNote} ${gapNote}`}
              onIncomplete={() => selectFirstGap(subject.current, text.current)}
              onSend={send}
              how="mail"
              href={mailLink(mail, { subject: reply.subject, text: reply.text })}
              first={!whatsapp}
            >{t`Abrir en el correo`}</Send>
          )}
          {whatsapp && (
            <Send
              ready={ready}
              describedBy={gapNote}
              onIncomplete={() => selectGap(text.current)}
              onSend={send}
              how="whatsapp"
              href={whatsappLink(whatsapp, reply.text)}
              first
            >{t`Abrir en WhatsApp`}</Send>
          )}
        </DialogActions>
      </Dialog>
    </MuiRoot>
  );
}

/** The reply of one inquiry: kept at every letter, filled from templates, and what it was before that. */
function useReply(adminMail: string, sid: string, inquiry: Inquiry) {
  const session = useSession();
  const known = useQuery({ ...agency(adminMail), enabled: session.may.includes('viewAgency') });
  const place = `${adminMail.toLowerCase()} ${sid.toUpperCase()}`;
  const [draft, keep, forget] = useDraft(`reply ${place}`);
  // decided: one text that was sent is kept besides, should the program that it was opened in have lost it.
  const [last, keepLast] = useDraft('reply sent');
  const [before, setBefore] = useState<Reply>();
  /** As the template that was taken last filled it. */
  const [filled, setFilled] = useState<Reply>();
  const reply = readReply(draft);
  const filling = fillingOf(inquiry, {
    agencia: known.data?.Nombre,
    vendedor: session.person.name,
    // decided: as Argentina writes numbers, whatever language the person reads: the buyer reads this.
    money: (price) => formatsFor('es', session.timeZone).money(price),
  });
  const sent = last.startsWith(`${place} `) ? readReply(last.slice(place.length + 1)) : undefined;
  const put = (next: Reply) => keep(writeReply(next));
  const filledWith = ({ id, subject, text }: Template): Reply => ({
    template: id,
    subject: fillPlaceholders(subject, filling).text,
    text: fillPlaceholders(text, filling).text,
  });
  return {
    reply,
    sent,
    /** Whether a template stands in the place of what was written. */
    replaced: before !== undefined,
    preview: (template: Template) => filledWith(template).text,
    write: (part: Partial<Reply>) => {
      const next = { ...reply, ...part };
      put(next.text.trim() ? next : { ...next, template: NO_REPLY.template });
    },
    take: (template: Template) => {
      const next = filledWith(template);
      if (reply.text.trim() && reply.text !== next.text && !isSameReply(reply, filled)) setBefore(reply);
      setFilled(next);
      put(next);
    },
    bringBack: () => {
      if (before) put(before);
      setBefore(undefined);
    },
    bringSent: () => sent && put(sent),
    keepSent: () => keepLast(`${place} ${writeReply(reply)}`),
    /** Forgets the text as it is now, unless another was written meanwhile. */
    forgetThis: () => void forget(draft),
  };
}

/** A link that opens the program with the text; with gaps in it, what leads to the first of them. */
function Send({
  how,
  href,
  first,
  ready,
  describedBy,
  onIncomplete,
  onSend,
  children,
}: {
  how: 'mail' | 'whatsapp';
  href: string;
  /** Whether Ctrl+Enter means it. */
  first: boolean;
  ready: boolean;
  describedBy: string;
  onIncomplete: () => void;
  onSend: (how: 'mail' | 'whatsapp') => void;
  children: string;
}) {
  const looks = {
    variant: first ? ('contained' as const) : ('outlined' as const),
    ...(first && { 'data-send': '', 'aria-keyshortcuts': 'Control+Enter' }),
  };
  if (!ready)
    return (
      <Button {...looks} aria-describedby={describedBy} onClick={onIncomplete}>
        {children}
      </Button>
    );
  return (
    <Button
      {...looks}
      href={href}
      {...(how === 'whatsapp' && { target: '_blank', rel: 'noopener' })}
      onClick={() => onSend(how)}
    >
      {children}
    </Button>
  );
}

function Marked({ text }: { text: string }) {
  return (
    <p dir="auto">
      {splitAtGaps(text).map(({ start, text, isGap }) =>
        isGap ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
      )}
    </p>
  );
}

/** Puts the person at the first gap in any of the fields, or at the end of the message. */
function selectFirstGap(...fields: (HTMLInputElement | HTMLTextAreaElement | null)[]): void {
  const message = fields.find((field) => field instanceof HTMLTextAreaElement) ?? null;
  selectGap(fields.find((field) => field && findGaps(field.value).length > 0) ?? message);
}

/** Puts the person where the first gap is, or at the end. */
function selectGap(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (!field) return;
  const gap = splitAtGaps(field.value).find((segment) => segment.isGap);
  const start = gap?.start ?? field.value.length;
  field.focus();
  field.setSelectionRange(start, start + (gap?.text.length ?? 0));
}

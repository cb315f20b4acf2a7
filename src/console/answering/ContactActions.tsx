import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { TOUCHES } from '#contract/desk/follow-up.ts';
import { useFailureSentence } from '#console/api/failure-sentence.ts';
import { useFollowUpChange, useUnconfirmed } from '#console/follow-up/change.ts';
import { focusOnWork } from '#console/follow-up/focus.ts';
import { followUpOf } from '#console/follow-up/follow-up-queries.ts';
import { intoView } from '#console/follow-up/into-view.ts';
import { isBeforeContact } from '#console/follow-up/standing.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { mailable } from '#console/ui/contact.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { keysAreOn, useShortcuts } from '#console/ui/keys.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import css from './ContactActions.module.css';
import { CallIcon, DoneIcon, MailIcon, ReplyIcon, WhatsAppIcon } from './contact-icons.tsx';
import { mailLink, telLink, whatsappLink } from './links.ts';
import { type Phone, phonesIn } from './phone.ts';

const replyPicker = lazyPart(() => import('./ReplyPicker.tsx').then((module) => module.ReplyPicker));
/** After this the picker's code is asked for ahead of the first reply, ms. */
const AHEAD_MS = 1000;

export type How = (typeof TOUCHES)[number];

interface Props {
  adminMail: string;
  sid: string;
  inquiry: Inquiry;
}

/** Turning to the buyer: call, WhatsApp, mail and prepared replies, each in one key or tap, and each recorded. */
export function ContactActions({ adminMail, sid, inquiry }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const change = useFollowUpChange(adminMail, sid);
  const row = useRef<HTMLDivElement>(null);
  const phoneNote = useId();
  const mailNote = useId();
  const [replying, setReplying] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void replyPicker.preload(), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);

  const records = may.includes('changeFollowUp');
  const { Telefono, Email } = inquiry.Interesado;
  const phones = phonesIn(Telefono);
  const [dialled] = phones;
  const reachable = phones.flatMap((phone) => phone.whatsapp ?? []);
  const whatsapp = reachable.find(({ nineAdded }) => !nineAdded) ?? reachable[0];
  const mail = mailable(Email);
  const touched = (how: How, template?: string, onRecorded?: () => void) => {
    if (records) void change.send({ kind: 'touch', how, ...(template && { template }) }, null, onRecorded);
    else onRecorded?.();
  };
  const press = (name: string) => () =>
    row.current?.querySelector<HTMLElement>(`[data-action=${name}]`)?.click();
  useShortcuts(t`Responder`, [
    { keys: 'c', label: t`Llamar`, run: press('call') },
    { keys: 'w', label: t`WhatsApp`, run: press('whatsapp') },
    { keys: 'm', label: t`Correo`, run: press('mail') },
    { keys: 'r', label: t`Responder con una plantilla`, run: () => setReplying(true) },
  ]);

  return (
    <div className={css.actions} ref={row}>
      <fieldset className={css.bar} aria-label={t`Contactar`}>
        <Channel
          how="call"
          shortcut="c"
          icon={<CallIcon />}
          href={dialled && telLink(dialled.tel)}
          untold={phoneNote}
          onUse={touched}
        >
          {t`Llamar`}
        </Channel>
        <Channel
          how="whatsapp"
          shortcut="w"
          icon={<WhatsAppIcon />}
          href={whatsapp && whatsappLink(whatsapp.digits)}
          untold={phoneNote}
          onUse={touched}
        >
          {t`WhatsApp`}
        </Channel>
        <Channel
          how="mail"
          shortcut="m"
          icon={<MailIcon />}
          href={mail && mailLink(mail)}
          untold={mailNote}
          onUse={touched}
        >
          {t`Correo`}
        </Channel>
        {records && <MarkContacted adminMail={adminMail} sid={sid} />}
      </fieldset>
      <button
        type="button"
        className={`button ${css.reply}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="r"
        onPointerEnter={() => void replyPicker.preload()}
        onClick={() => setReplying(true)}
      >
        <ReplyIcon />
        <Trans>Responder</Trans>
        <Key of="r" />
      </button>
      <div className={css.notes}>
        <PhoneNote
          id={phoneNote}
          written={Telefono}
          phones={phones}
          whatsapp={whatsapp}
          onCall={() => touched('call')}
        />
        {!mail && <MailNote id={mailNote} written={Email} />}
        {change.failure && (
          <NotNoted
            error={change.failure}
            pending={change.pending}
            onRetry={() => {
              // Its buttons go.
              focusOnWork();
              void change.retry();
            }}
            onDiscard={() => {
              focusOnWork();
              change.discard();
            }}
          />
        )}
      </div>
      {replying && (
        <replyPicker.Page
          adminMail={adminMail}
          sid={sid}
          inquiry={inquiry}
          whatsapp={whatsapp?.digits}
          mail={mail}
          onSent={touched}
          onClose={() => setReplying(false)}
        />
      )}
    </div>
  );
}

function Channel({
  how,
  shortcut,
  icon,
  href,
  untold,
  onUse,
  children,
}: {
  how: How;
  shortcut: string;
  icon: ReactNode;
  /** Missing where the buyer left nothing that can be used; then the note of the id says why. */
  href: string | undefined;
  untold: string;
  onUse: (how: How) => void;
  children: string;
}) {
  const shown = (
    <>
      {icon}
      <span>{children}</span>
      <Key of={shortcut} />
    </>
  );
  if (!href) {
    return (
      <button
        type="button"
        className="button"
        data-action={how}
        aria-disabled="true"
        aria-describedby={untold}
        onClick={() => document.getElementById(untold)?.focus()}
      >
        {shown}
      </button>
    );
  }
  return (
    <a
      className={how === 'call' ? 'button strong' : 'button'}
      data-action={how}
      href={href}
      aria-keyshortcuts={shortcut}
      {...(how === 'whatsapp' && { target: '_blank', rel: 'noopener' })}
      onClick={() => onUse(how)}
    >
      {shown}
    </a>
  );
}

/** The last of the phone's bar: the wide page has the whole of the follow-up in sight. */
function MarkContacted({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { may } = useSession();
  const { send } = useFollowUpChange(adminMail, sid);
  const { isSaving } = useUnconfirmed(adminMail, sid);
  const { data, refetch } = useQuery({
    ...followUpOf(adminMail, sid),
    enabled: may.includes('viewFollowUp'),
  });
  const worked = data !== undefined && !isBeforeContact(data.followUp);
  const mark = async () => {
    // How it stands is read first: it may be further than that.
    const detail = data ?? (await refetch({ cancelRefetch: false })).data;
    if (detail && isBeforeContact(detail.followUp)) await send({ kind: 'status', status: 'contacted' });
  };
  return (
    <button
      type="button"
      className={`button ${css.mark}`}
      aria-pressed={worked}
      aria-busy={worked && isSaving('status')}
      aria-disabled={worked}
      onClick={() => void mark()}
    >
      <DoneIcon />
      <span>
        <Trans>Contactada</Trans>
      </span>
    </button>
  );
}

/** What will be dialled, or why nothing can be; what can only be copied is to be copied. */
function PhoneNote({
  id,
  written,
  phones,
  whatsapp,
  onCall,
}: {
  id: string;
  written: unknown;
  phones: readonly Phone[];
  whatsapp: Phone['whatsapp'];
  onCall: () => void;
}) {
  const { t } = useLingui();
  const [dialled, ...others] = phones;
  if (!dialled) {
    const text = typeof written === 'string' ? written.trim() : '';
    return (
      <p id={id} tabIndex={-1} className={css.missing}>
        {text ? (
          <>
            <span>
              <Trans>
                Este teléfono no se puede marcar: «<bdi>{text}</bdi>»
              </Trans>
            </span>
            <CopyButton text={text} label={t`Copiar el teléfono`} />
          </>
        ) : (
          <Trans>Sin teléfono: no se puede llamar ni enviar WhatsApp.</Trans>
        )}
      </p>
    );
  }
  const { shown, extension, tel } = dialled;
  const there = whatsapp?.shown === shown ? undefined : whatsapp?.shown;
  return (
    <>
      <p id={id} tabIndex={-1}>
        <span>
          {extension === undefined ? (
            <Trans>Se marca {shown}</Trans>
          ) : (
            <Trans>
              Se marca {shown}, interno {extension}
            </Trans>
          )}
          {!whatsapp && (
            <>
              {' · '}
              <Trans>este número no tiene WhatsApp</Trans>
            </>
          )}
          {there && (
            <>
              {' · '}
              {whatsapp?.nineAdded ? (
                <Trans>WhatsApp al {there} (con el 9)</Trans>
              ) : (
                <Trans>WhatsApp al {there}</Trans>
              )}
            </>
          )}
        </span>
        <CopyButton text={tel} label={t`Copiar el teléfono`} />
      </p>
      {others.map((other) => (
        <p key={other.tel}>
          <span>
            <Trans>
              También{' '}
              <a href={telLink(other.tel)} onClick={onCall}>
                {other.shown}
              </a>
            </Trans>
          </span>
          <CopyButton text={other.tel} label={t`Copiar el teléfono`} />
        </p>
      ))}
    </>
  );
}

function MailNote({ id, written }: { id: string; written: unknown }) {
  const { t } = useLingui();
  const text = typeof written === 'string' ? written.trim() : '';
  return (
    <p id={id} tabIndex={-1} className={css.missing}>
      {text ? (
        <>
          <span>
            <Trans>
              A este correo no se puede escribir: «<bdi>{text}</bdi>»
            </Trans>
          </span>
          <CopyButton text={text} label={t`Copiar el correo`} />
        </>
      ) : (
        <Trans>Sin correo.</Trans>
      )}
    </p>
  );
}

function NotNoted({
  error,
  pending,
  onRetry,
  onDiscard,
}: {
  error: Error;
  pending: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const { what, advice } = useFailureSentence(error);
  return (
    <div className={css.failed} role="alert" ref={intoView}>
      <p>
        <Trans>No se pudo anotar en el seguimiento.</Trans> {what}. {advice}
      </p>
      <button type="button" className="button" aria-busy={pending} onClick={onRetry}>
        <Trans>Reintentar</Trans>
      </button>
      <button type="button" className="button quiet" onClick={onDiscard}>
        <Trans>No anotarlo</Trans>
      </button>
    </div>
  );
}

function Key({ of: key }: { of: string }) {
  return keysAreOn() ? (
    <kbd className={css.key} aria-hidden="true">
      {key}
    </kbd>
  ) : null;
}

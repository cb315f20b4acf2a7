import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { TOUCHES } from '#contract/follow-up/follow-up-state.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { mailable } from '#console/inquiries/contact.ts';
import { Icon } from '#console/ui/icons.tsx';
import { areShortcutsEnabled, showShortcutNotice, useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import css from './ContactActions.module.css';
import { mailLink, telLink, whatsappLink } from './contact-links.ts';
import { MailNote, PhoneNote } from './ContactNotes.tsx';
import { parsePhones } from './phone.ts';

const ReplyDialog = lazyWithRetry(() => import('./ReplyDialog.tsx').then((module) => module.ReplyDialog));
const PRELOAD_MS = 1000;

export type Channel = (typeof TOUCHES)[number];

interface Props extends InquiryKey {
  inquiry: Inquiry;
  onTouch: (how: Channel, template?: string, onRecorded?: () => void) => void;
  buttons: ReactNode;
  children: ReactNode;
}

export function ContactActions({ adminMail, sid, inquiry, onTouch, buttons, children }: Props) {
  const { t } = useLingui();
  const actions = useRef<HTMLDivElement>(null);
  const phoneNoteId = useId();
  const mailNoteId = useId();
  const [isReplyOpen, setIsReplyOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void ReplyDialog.preload(), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);

  const { Telefono, Email } = inquiry.Interesado;
  const phones = parsePhones(Telefono);
  const [firstPhone] = phones;
  const whatsappNumbers = phones.flatMap(({ whatsapp }) => whatsapp ?? []);
  const whatsapp = whatsappNumbers.find(({ hasAddedNine }) => !hasAddedNine) ?? whatsappNumbers[0];
  const mail = mailable(Email);
  const channels: Omit<ChannelLinkProps, 'onUse'>[] = [
    {
      channel: 'call',
      keys: 'c',
      label: t`Llamar`,
      icon: <CallIcon />,
      href: firstPhone && telLink(firstPhone.tel),
      noteId: phoneNoteId,
    },
    {
      channel: 'whatsapp',
      keys: 'w',
      label: t`WhatsApp`,
      icon: <WhatsAppIcon />,
      href: whatsapp && whatsappLink(whatsapp.digits),
      noteId: phoneNoteId,
    },
    {
      channel: 'mail',
      keys: 'm',
      label: t`Correo`,
      icon: <MailIcon />,
      href: mail && mailLink(mail),
      noteId: mailNoteId,
    },
  ];
  const reasons: Record<Channel, string> = {
    call: Telefono ? t`Su teléfono no se puede marcar` : t`No dejó teléfono: no se puede llamar`,
    whatsapp: firstPhone ? t`Su número no tiene WhatsApp` : t`No dejó un teléfono con WhatsApp`,
    mail: Email ? t`A su correo no se puede escribir` : t`No dejó correo`,
  };
  useShortcuts(t`Responder`, [
    ...channels.map(({ channel, keys, label, href }) => ({
      keys,
      label,
      // A channel without a link shows the text to copy, and a notice says why.
      run: () => {
        actions.current?.querySelector<HTMLElement>(`[data-action=${channel}]`)?.click();
        if (!href) showShortcutNotice(reasons[channel]);
      },
    })),
    { keys: 'r', label: t`Responder con una plantilla`, run: () => setIsReplyOpen(true) },
  ]);

  return (
    <div className={css.actions} ref={actions}>
      <fieldset className={css.bar} aria-label={t`Contactar`}>
        {channels.map(({ channel, ...link }) => (
          <ChannelLink key={channel} {...{ channel, ...link }} onUse={onTouch} />
        ))}
        {buttons}
      </fieldset>
      <button
        type="button"
        className={`button ${css.reply}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="r"
        onPointerEnter={() => void ReplyDialog.preload()}
        onClick={() => setIsReplyOpen(true)}
      >
        <ReplyIcon />
        <Trans>Responder</Trans>
        <ShortcutHint shortcut="r" />
      </button>
      <div className={css.notes}>
        <PhoneNote
          id={phoneNoteId}
          input={Telefono}
          phones={phones}
          whatsapp={whatsapp}
          onCall={() => onTouch('call')}
        />
        {!mail && <MailNote id={mailNoteId} input={Email} />}
        {children}
      </div>
      {isReplyOpen && (
        <ReplyDialog
          adminMail={adminMail}
          sid={sid}
          inquiry={inquiry}
          whatsapp={whatsapp?.digits}
          mail={mail}
          onSend={onTouch}
          onClose={() => setIsReplyOpen(false)}
        />
      )}
    </div>
  );
}

interface ChannelLinkProps {
  channel: Channel;
  keys: string;
  label: string;
  icon: ReactNode;
  href: string | undefined;
  noteId: string;
  onUse: (channel: Channel) => void;
}

function ChannelLink({ channel, keys, label, icon, href, noteId, onUse }: ChannelLinkProps) {
  const content = (
    <>
      {icon}
      <span>{label}</span>
      <ShortcutHint shortcut={keys} />
    </>
  );
  if (!href) {
    return (
      <button
        type="button"
        className="button"
        data-action={channel}
        aria-disabled="true"
        aria-describedby={noteId}
        onClick={() => document.getElementById(noteId)?.focus()}
      >
        {content}
      </button>
    );
  }
  return (
    <a
      className={channel === 'call' ? 'button strong' : 'button'}
      data-action={channel}
      href={href}
      aria-keyshortcuts={keys}
      {...(channel === 'whatsapp' && { target: '_blank', rel: 'noopener' })}
      onClick={() => onUse(channel)}
    >
      {content}
    </a>
  );
}

function ShortcutHint({ shortcut }: { shortcut: string }) {
  return areShortcutsEnabled() ? (
    <kbd className={css.shortcut} aria-hidden="true">
      {shortcut}
    </kbd>
  ) : null;
}

const CallIcon = () => (
  <Icon>
    <path d="M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z" />
  </Icon>
);
const WhatsAppIcon = () => (
  <Icon>
    <path d="M4 20l1.3-4A8 8 0 1 1 8 18.9zM9 10h.01M12 10h.01M15 10h.01" />
  </Icon>
);
const MailIcon = () => (
  <Icon>
    <path d="M3 6h18v12H3zM3 7l9 6 9-6" />
  </Icon>
);
const ReplyIcon = () => (
  <Icon>
    <path d="M4 5h16v11H9l-5 4zM8 9h8M8 12h5" />
  </Icon>
);

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import css from './ContactActions.module.css';
import { telLink } from './contact-links.ts';
import type { Phone } from './phone.ts';

interface PhoneNoteProps {
  id: string;
  input: unknown;
  phones: readonly Phone[];
  whatsapp: Phone['whatsapp'];
  onCall: () => void;
}

export function PhoneNote({ id, input, phones, whatsapp, onCall }: PhoneNoteProps) {
  const { t } = useLingui();
  const [first, ...others] = phones;
  if (!first) {
    const text = toText(input);
    return (
      <UnusableNote id={id} text={text} copyLabel={t`Copiar el teléfono`}>
        {text ? (
          <Trans>
            Este teléfono no se puede marcar: «<bdi>{text}</bdi>»
          </Trans>
        ) : (
          <Trans>Sin teléfono: no se puede llamar ni enviar WhatsApp.</Trans>
        )}
      </UnusableNote>
    );
  }
  const { formatted, extension, tel } = first;
  const whatsappNumber = whatsapp?.formatted === formatted ? undefined : whatsapp?.formatted;
  return (
    <>
      <p id={id} tabIndex={-1}>
        <span>
          {extension === undefined ? (
            <Trans>Se marca {formatted}</Trans>
          ) : (
            <Trans>
              Se marca {formatted}, interno {extension}
            </Trans>
          )}
          {!whatsapp && (
            <>
              {' · '}
              <Trans>este número no tiene WhatsApp</Trans>
            </>
          )}
          {whatsappNumber && (
            <>
              {' · '}
              {whatsapp?.hasAddedNine ? (
                <Trans>WhatsApp al {whatsappNumber} (con el 9)</Trans>
              ) : (
                <Trans>WhatsApp al {whatsappNumber}</Trans>
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
                {other.formatted}
              </a>
            </Trans>
          </span>
          <CopyButton text={other.tel} label={t`Copiar el teléfono`} />
        </p>
      ))}
    </>
  );
}

export function MailNote({ id, input }: { id: string; input: unknown }) {
  const { t } = useLingui();
  const text = toText(input);
  return (
    <UnusableNote id={id} text={text} copyLabel={t`Copiar el correo`}>
      {text ? (
        <Trans>
          A este correo no se puede escribir: «<bdi>{text}</bdi>»
        </Trans>
      ) : (
        <Trans>Sin correo.</Trans>
      )}
    </UnusableNote>
  );
}

const toText = (input: unknown) => (typeof input === 'string' ? input.trim() : '');

interface UnusableNoteProps {
  id: string;
  text: string;
  copyLabel: string;
  children: ReactNode;
}

const UnusableNote = ({ id, text, copyLabel, children }: UnusableNoteProps) => (
  <p id={id} tabIndex={-1} className={css.unusable}>
    <span>{children}</span>
    {text && <CopyButton text={text} label={copyLabel} />}
  </p>
);

import { Trans, useLingui } from '@lingui/react/macro';
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
    const text = typeof input === 'string' ? input.trim() : '';
    return (
      <p id={id} tabIndex={-1} className={css.unusable}>
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
  const text = typeof input === 'string' ? input.trim() : '';
  return (
    <p id={id} tabIndex={-1} className={css.unusable}>
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

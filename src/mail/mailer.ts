import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface MailConfig {
  /** `smtp://` or `smtps://`, with credentials; undefined: mails are written to files. */
  smtpUrl: string | undefined;
  /** Sender address. */
  sender: string;
  /** Folder of the `.eml` files. */
  outboxDir: string;
}

export interface Message {
  /** Same on every attempt, so that receivers can deduplicate. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Sends a message. @throws Error when it was not accepted, `to` is not one plain address, or `signal` aborted */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Closes the connections, also those that are sending. */
  close(): void;
}

// Exactly one address: a comma, a bracket or a line break could add recipients.
const ONE_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

/** SMTP connections that are kept open, and mails that are sent at the same time. */
export const MAX_CONNECTIONS = 5;

// Shorter than the claim on a queued mail (60 s).
const TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Sends mails by SMTP if configured, else writes `.eml` files. */
export function createMailer({ smtpUrl, sender, outboxDir }: MailConfig): Mailer {
  const options = {
    pool: true as const,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  const smtp = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...options });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  const compose = ({ id, to, subject, text, html }: Message) => {
    if (!ONE_ADDRESS.test(to)) throw new Error('A mail goes to one plain address');
    return {
      from: { name: 'Vitrina', address: sender },
      to: { name: '', address: to },
      envelope: { from: sender, to: [to] },
      messageId: `<${id}@${sender.slice(sender.indexOf('@') + 1)}>`,
      subject: subject.replace(/\p{Cc}+/gu, ' '),
      text,
      html,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  };

  return {
    async send(message, signal) {
      const mail = compose(message);
      if (smtp) {
        await smtp.sendMail({ ...mail, ...(signal && { signal }) });
        return;
      }
      const { message: raw } = await composer.sendMail(mail);
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const file = join(outboxDir, `${message.id}.eml`);
      await writeFile(`${file}.part`, raw, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => smtp?.close({ force: true }),
  };
}

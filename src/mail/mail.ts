import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface MailConfig {
  /** `smtp://` or `smtps://`, with credentials; without it mails become files. */
  smtpUrl: string | undefined;
  /** Address that mails come from. */
  sender: string;
  /** Folder of the `.eml` files. */
  outboxDir: string;
}

export interface Message {
  /** The same over tries, so that a receiver can tell a repetition. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Hands the message over. @throws Error when it was not taken, or names anything but one plain address. */
  send(message: Message): Promise<void>;
  close(): void;
}

// One address and nothing else: a comma, a bracket or a line break would change who receives the mail.
const ONE_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

// Longer than a server that is merely slow needs, and shorter than a claim on the mail lasts.
const TIMEOUT_MS = 10_000;

/** The way out for mails: SMTP where it is configured, else files that a mail program opens. */
export function createMailer({ smtpUrl, sender, outboxDir }: MailConfig): Mailer {
  const limits = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  const smtp = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...limits });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  const composed = ({ id, to, subject, text, html }: Message) => {
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
    async send(message) {
      const mail = composed(message);
      if (smtp) {
        await smtp.sendMail(mail);
        return;
      }
      const { message: raw } = await composer.sendMail(mail);
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const file = join(outboxDir, `${message.id}.eml`);
      await writeFile(`${file}.part`, raw, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => smtp?.close(),
  };
}

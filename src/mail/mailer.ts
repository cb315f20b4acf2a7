import { mkdir, rename, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type NameLookup, createNameLookup, toLookupFunction } from '#http/name-resolver.ts';
import type { Clock } from '#system/clock.ts';

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
  /** Empty: the mail has only its text. */
  html: string;
}

export interface Mailer {
  /** Sends a message. @throws Error when it was not accepted, `to` is not one plain address, or `signal` aborted */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Signs in to the SMTP server and sends nothing. @throws Error when it refuses that, or does not reply */
  verify(): Promise<void>;
  /** Closes the connections, also those that are sending. */
  close(): void;
}

// Exactly one address: a comma, a bracket or a line break could add recipients.
const ONE_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

/** SMTP connections that are kept open, and mails that are sent at the same time. */
export const MAX_SMTP_CONNECTIONS = 5;

// Shorter than the claim on a queued mail (60 s).
const SMTP_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

interface Server {
  host?: string | undefined;
  port?: number | string | undefined;
  /** TLS from the beginning. */
  secure?: boolean | undefined;
}

/** Opens a plain connection to the SMTP server; nodemailer adds TLS. */
function openConnection(
  { host = 'localhost', port, secure }: Server,
  { clock, lookup }: { clock: Clock; lookup: NameLookup },
  done: (error: Error | null, socket?: { connection: Socket }) => void,
): void {
  const socket = connect({
    host,
    port: Number(port ?? (secure ? 465 : 587)),
    lookup: toLookupFunction(lookup),
    keepAlive: true,
  });
  const cancelTimeout = clock.setTimer(
    () => socket.destroy(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })),
    SMTP_TIMEOUT_MS,
  );
  const settle = (error?: Error) => {
    cancelTimeout();
    socket.off('connect', settle).off('error', settle);
    if (error) done(error);
    else done(null, { connection: socket });
  };
  socket.once('connect', settle).once('error', settle);
}

/** Sends mails by SMTP if configured, else writes `.eml` files. */
export function createMailer(
  { smtpUrl, sender, outboxDir }: MailConfig,
  { clock, lookup = createNameLookup() }: { clock: Clock; lookup?: NameLookup },
): Mailer {
  const options = {
    // nodemailer itself falls back to `dns.lookup`, which holds a thread.
    getSocket: (server: Server, done: Parameters<typeof openConnection>[2]) =>
      openConnection(server, { clock, lookup }, done),
    pool: true as const,
    maxConnections: MAX_SMTP_CONNECTIONS,
    idleTimeout: IDLE_TIMEOUT_MS,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
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
      ...(html !== '' && { html }),
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
    async verify() {
      await smtp?.verify();
    },
    close: () => smtp?.close({ force: true }),
  };
}

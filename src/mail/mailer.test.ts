import { randomBytes, scrypt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { createNameLookup } from '#http/name-resolver.ts';
import { systemClock } from '#system/clock.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { MAX_SMTP_CONNECTIONS, type Message, createMailer } from './mailer.ts';

const MESSAGE: Message = {
  id: '01JCXXXXXXXXXXXXXXXXXXXXXX',
  to: 'nueva@a.example',
  subject: 'Invitación para Ñandú 🙂',
  text: 'Hola:\n\nhttps://a.example/registro/abc\n',
  html: '<p>Hola &lt;b&gt;</p>',
};
const sender = 'no-responder@vitrina.example';

interface Taken {
  from: string;
  to: string[];
  raw: string;
}

/** An SMTP server on loopback that records mails; `refuse` makes it reject them. */
async function openSmtp({ refuse = false, secure = false } = {}) {
  const taken: Taken[] = [];
  let connections = 0;
  const serverNames: unknown[] = [];
  const server = new SMTPServer({
    secure,
    SNICallback(name, done) {
      serverNames.push(name);
      done(null);
    },
    authOptional: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : null),
    onData(stream, { envelope }, done) {
      void (async () => {
        const raw = await text(stream);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      })();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    taken,
    serverNames,
    countConnections: () => connections,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** A server that accepts connections and says nothing. */
async function openSilentServer() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    connected: once(server, 'connection'),
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

it('the mailer hands one message to one recipient, with its words intact', async () => {
  await using smtp = await openSmtp();
  const mailer = createMailer({ smtpUrl: smtp.url, sender, outboxDir: '' }, { clock: systemClock });
  await mailer.send(MESSAGE);
  mailer.close();
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = smtp.taken;
  expect([from, to]).toEqual([sender, [MESSAGE.to]]);
  const [head = '', body = ''] = raw.split(/\r\n\r\n/, 2);
  expect(head).toMatch(/^To: nueva@a\.example\r?$/m);
  expect(head).toMatch(/^From: Vitrina <no-responder@vitrina\.example>\r?$/m);
  expect(head).toMatch(/^Message-ID: <01JCXXXXXXXXXXXXXXXXXXXXXX@vitrina\.example>\r?$/m);
  const subject = /^Subject: ((?:.*(?:\r\n )?)+)/m.exec(head)?.[1] ?? '';
  expect(subject).toMatch(/^=\?UTF-8\?/);
  expect(raw).toContain('https://a.example/registro/abc');
  expect(raw).toContain('<p>Hola &lt;b&gt;</p>');
  expect(head).toContain('multipart/alternative');
  expect(body).not.toBe('');
});

it.each([
  'a@a.example, b@b.example',
  'a@a.example\r\nBcc: b@b.example',
  'a@a.example\n',
  '<a@a.example>',
  'A <a@a.example>',
  'a@a.example;b@b.example',
  '"a b"@a.example',
  'a@[127.0.0.1]',
  '',
])('the mailer refuses anything but one plain address: %j', async (to) => {
  await using smtp = await openSmtp();
  const mailer = createMailer({ smtpUrl: smtp.url, sender, outboxDir: '' }, { clock: systemClock });
  await expect(mailer.send({ ...MESSAGE, to })).rejects.toThrow('one plain address');
  mailer.close();
  expect(smtp.taken).toEqual([]);
});

it('the mailer lets no line break into the headers', async () => {
  await using smtp = await openSmtp();
  const mailer = createMailer({ smtpUrl: smtp.url, sender, outboxDir: '' }, { clock: systemClock });
  await mailer.send({ ...MESSAGE, subject: 'Hola\r\nBcc: b@b.example\r\n\r\n<script>' });
  mailer.close();
  const head = smtp.taken[0]?.raw.split(/\r\n\r\n/, 1)[0] ?? '';
  expect(smtp.taken[0]?.to).toEqual([MESSAGE.to]);
  expect(head).not.toMatch(/^Bcc:/m);
  expect(head).toContain('Subject: Hola Bcc: b@b.example <script>');
});

it('the mailer tells when the server refuses the message', async () => {
  await using smtp = await openSmtp({ refuse: true });
  const mailer = createMailer({ smtpUrl: smtp.url, sender, outboxDir: '' }, { clock: systemClock });
  await expect(mailer.send(MESSAGE)).rejects.toThrow('no such mailbox');
  mailer.close();
});

it('the mailer keeps its connections for the next messages', async () => {
  await using smtp = await openSmtp();
  const mailer = createMailer({ smtpUrl: smtp.url, sender, outboxDir: '' }, { clock: systemClock });
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Array.from({ length: MAX_SMTP_CONNECTIONS }, () => mailer.send(MESSAGE)));
  mailer.close();
  expect(smtp.taken).toHaveLength(3 * MAX_SMTP_CONNECTIONS);
  expect(smtp.countConnections()).toBe(MAX_SMTP_CONNECTIONS);
});

it('the mailer resolves the name of the server for each connection, and names it in TLS', async () => {
  await using smtp = await openSmtp({ secure: true });
  const url = smtp.url.replace('smtp://127.0.0.1', 'smtps://mail.example');
  const names: string[] = [];
  const mailer = createMailer(
    { smtpUrl: `${url}?tls.rejectUnauthorized=false`, sender, outboxDir: '' },
    {
      clock: systemClock,
      lookup: (name, _options, done) => {
        names.push(name);
        done(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    },
  );
  await mailer.send(MESSAGE);
  await mailer.send(MESSAGE);
  mailer.close();
  expect(smtp.taken).toHaveLength(2);
  expect(smtp.serverNames).toEqual(['mail.example']);
  expect(names).toEqual(['mail.example']);
});

it('the mailer waits for a silent name server without a thread, and says that it is silent', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const lookup = createNameLookup({
    servers: [`127.0.0.1:${silent.address().port}`],
    timeoutMs: 400,
    tries: 1,
    hostsFile: '/nonexistent/hosts',
    searchFile: '/nonexistent/resolv.conf',
  });
  const mailer = createMailer(
    { smtpUrl: 'smtp://mail.example', sender, outboxDir: '' },
    { clock: systemClock, lookup },
  );
  const ended: string[] = [];
  const mails = Promise.allSettled(
    Array.from({ length: MAX_SMTP_CONNECTIONS }, () =>
      mailer.send(MESSAGE).finally(() => ended.push('mail')),
    ),
  );
  await promisify(scrypt)('password', randomBytes(16), 32);
  ended.push('hash');
  for (const mail of await mails) expect(mail).toMatchObject({ reason: { code: 'ETIMEOUT' } });
  expect(ended[0]).toBe('hash');
  mailer.close();
  silent.close();
});

it('the mailer gives up on a connection that is not open after 10 s', async () => {
  const lookedUp = Promise.withResolvers<void>();
  const clock = createManualClock();
  const config = { smtpUrl: 'smtp://mail.example:2525', sender, outboxDir: '' };
  const mailer = createMailer(config, { clock, lookup: () => lookedUp.resolve() });
  let error: unknown;
  const sent = mailer.send(MESSAGE).catch((reason: unknown) => {
    error = reason;
  });
  await lookedUp.promise;
  await clock.advance(9999);
  expect(error).toBeUndefined();
  await clock.advance(1);
  await sent;
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  expect(clock.waiting).toBe(0);
  mailer.close();
});

it.each([
  ['smtp://127.0.0.1', 587],
  ['smtps://127.0.0.1', 465],
])('the mailer connects to the usual port of %s', async (smtpUrl, port) => {
  const clock = createManualClock();
  const mailer = createMailer({ smtpUrl, sender, outboxDir: '' }, { clock });
  await expect(mailer.send(MESSAGE)).rejects.toThrow(`127.0.0.1:${port}`);
  expect(clock.waiting).toBe(0);
  mailer.close();
});

it('the mailer gives up on a server that does not answer when it is aborted', async () => {
  await using silent = await openSilentServer();
  const mailer = createMailer({ smtpUrl: silent.url, sender, outboxDir: '' }, { clock: systemClock });
  const controller = new AbortController();
  const sent = mailer.send(MESSAGE, controller.signal);
  await silent.connected;
  controller.abort();
  await expect(sent).rejects.toThrow('aborted');
  mailer.close();
});

it('the mailer cuts what it sends when it is closed', async () => {
  await using silent = await openSilentServer();
  const mailer = createMailer({ smtpUrl: silent.url, sender, outboxDir: '' }, { clock: systemClock });
  const sent = mailer.send(MESSAGE).catch((error: unknown) => error);
  await silent.connected;
  const closedAt = systemClock.monotonic();
  mailer.close();
  expect(await sent).toBeInstanceOf(Error);
  expect(systemClock.monotonic() - closedAt).toBeLessThan(5000);
});

it('the mailer writes a file without SMTP, and the same one when it is sent twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-mail-'));
  const outboxDir = join(folder, 'outbox');
  const mailer = createMailer({ smtpUrl: undefined, sender, outboxDir }, { clock: systemClock });
  await mailer.send(MESSAGE);
  await mailer.send(MESSAGE);
  expect(await readdir(outboxDir)).toEqual([`${MESSAGE.id}.eml`]);
  const raw = await readFile(join(outboxDir, `${MESSAGE.id}.eml`), 'utf8');
  expect(raw).toMatch(/^To: nueva@a\.example\r$/m);
  expect(raw).toContain('https://a.example/registro/abc');
  expect((await stat(join(outboxDir, `${MESSAGE.id}.eml`))).mode & 0o777).toBe(0o600);
  await rm(folder, { recursive: true });
});

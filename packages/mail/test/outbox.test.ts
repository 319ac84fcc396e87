import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect, type Database, type QueueWorker } from '@app/db';
import { createLogger } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMailer, createMailOutbox, enqueueMail, forgetOldMails, type Mail } from '../src/index.ts';
import { type DueMail, takeDueMail } from '../src/outbox-store.ts';

let database: TestDatabase;
let db: Database;
let server: SMTPServer;
let url: string;
/** Waits for what happens by itself, under any load. */
const eventually = <T>(read: () => T) => expect.poll(read);

const received: { readonly to: string; readonly raw: Buffer }[] = [];
/** What the server answers to the next mails: to MAIL FROM, to RCPT TO; nothing more when the list is empty. */
const refusals: { readonly at: 'sender' | 'recipient'; readonly code: number }[] = [];
const outboxes: QueueWorker[] = [];

beforeAll(async () => {
  database = await createTestDatabase('chat', import.meta.dirname);
  db = connect({ url: database.url, schema: 'chat', applicationName: 'test' });
  const answer = (at: 'sender' | 'recipient') => {
    if (refusals[0]?.at !== at) return null;
    return Object.assign(new Error('refused by the test'), { responseCode: refusals.shift()!.code });
  };
  server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => done(answer('sender')),
    onRcptTo: (_address, _session, done) => done(answer('recipient')),
    onData: (stream, session, done) => {
      void buffer(stream).then((raw) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw });
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  received.length = 0;
  refusals.length = 0;
  await db.executor.execute(sql`delete from mail_outbox`);
});
afterEach(async () => {
  await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
});

const greeting = (due: DueMail): Mail => ({
  to: String(due.reference.to),
  subject: 'Blåbær\r\nBcc: thief@example.org',
  text: 'Hei på deg',
  html: '<p>Hei på deg</p>',
  language: 'nb',
});

function start(write: (due: DueMail) => Promise<Mail | null> = async (due) => greeting(due)): void {
  const mailer = createMailer({ url, from: 'Regnskap <ikke-svar@books.test>' });
  const logger = createLogger({ service: 'chat', level: 'fatal' });
  const outbox = createMailOutbox({ db, mailer, logger, name: 'chat', write, backoffMillis: 20, pollMillis: 50 });
  outbox.start();
  outboxes.push(outbox);
}

const enqueue = (to = 'kari@example.org') =>
  db.write((tx) => enqueueMail(tx, { kind: 'greeting', reference: { to }, language: 'nob' }));
const outcomes = async () =>
  (
    await db.executor.execute<{ outcome: string | null; attempts: number }>(
      sql`select outcome, attempts from mail_outbox order by id`,
    )
  ).map(({ outcome, attempts }) => [outcome, attempts]);

it('a mail goes out as text and HTML once its transaction has committed [EXT-R07]', async () => {
  start();
  await enqueue();
  await eventually(outcomes).toEqual([['sent', 1]]);
  expect(received).toHaveLength(1);
  const mail = await PostalMime.parse(received[0]!.raw);
  expect(mail).toMatchObject({
    from: { name: 'Regnskap', address: 'ikke-svar@books.test' },
    to: [{ address: 'kari@example.org' }],
    subject: 'Blåbær Bcc: thief@example.org',
    text: expect.stringMatching(/^Hei på deg\s*$/),
    html: expect.stringContaining('<p>Hei på deg</p>'),
    messageId: expect.stringMatching(/^<chat\.greeting\.\d+\.\d+@books\.test>$/),
  });
  expect(mail.bcc ?? []).toEqual([]);
  expect(received[0]!.raw.toString()).toMatch(/Content-Type: multipart\/alternative/);
});

it('direction and control characters reach neither subject nor text [CTL-R22]', async () => {
  const hostile = 'Trygg \u202egnithgil\u0007 \u2066AS';
  start(async (due) => ({
    ...greeting(due),
    subject: hostile,
    text: `${hostile}\n\nHilsen`,
    html: `<p>${hostile}</p>`,
  }));
  await enqueue();
  await eventually(outcomes).toEqual([['sent', 1]]);
  const mail = await PostalMime.parse(received[0]!.raw);
  expect([mail.subject, mail.text?.trim(), mail.html?.trim()]).toEqual([
    'Trygg gnithgil AS',
    'Trygg gnithgil AS\n\nHilsen',
    '<p>Trygg gnithgil AS</p>',
  ]);
});

it('a transaction that is rolled back sends nothing', async () => {
  start();
  await db
    .write(async (tx) => {
      await enqueueMail(tx, { kind: 'greeting', reference: { to: 'nobody@example.org' }, language: 'nob' });
      throw new Error('taken back');
    })
    .catch(() => undefined);
  await enqueue('somebody@example.org');
  await eventually(outcomes).toEqual([['sent', 1]]);
  expect(received.map(({ to }) => to)).toEqual(['somebody@example.org']);
});

it('a mail the server does not take for now is tried until it does, and arrives once', async () => {
  refusals.push({ at: 'sender', code: 451 }, { at: 'recipient', code: 452 }, { at: 'sender', code: 554 });
  start();
  await enqueue();
  await eventually(outcomes).toEqual([['sent', 4]]);
  expect(received).toHaveLength(1);
});

it('a mail waits while there is no server', async () => {
  const real = url;
  url = 'smtp://127.0.0.1:1';
  start();
  await enqueue();
  await eventually(async () => (await outcomes())[0]![1]).toBeGreaterThanOrEqual(2);
  // The server is back for all: a worker that went on looking where there is none would take the mail each time.
  await outboxes.pop()!.stop();
  url = real;
  start();
  await eventually(async () => (await outcomes())[0]![0]).toBe('sent');
  expect(received).toHaveLength(1);
});

it('an address the server never takes is given up at once', async () => {
  refusals.push({ at: 'recipient', code: 550 });
  start();
  await enqueue();
  await eventually(outcomes).toEqual([['refused', 1]]);
});

it('a mail that nobody wants to write any more is dropped; one that cannot be written yet is tried again', async () => {
  let tries = 0;
  start(async (due) => {
    if (due.reference.to === 'nobody') return null;
    if (++tries < 3) throw new Error('who is that?');
    return greeting(due);
  });
  await enqueue('nobody');
  await enqueue('somebody@example.org');
  await eventually(outcomes).toEqual([
    ['dropped', 1],
    ['sent', 3],
  ]);
});

it('replicas share the mails: each goes out once', async () => {
  for (let i = 0; i < 20; i++) await enqueue(`kari${i}@example.org`);
  for (let i = 0; i < 3; i++) start();
  await eventually(async () => (await outcomes()).every(([outcome]) => outcome === 'sent')).toBe(true);
  expect(new Set(received.map(({ to }) => to)).size).toBe(20);
  expect(received).toHaveLength(20);
});

it('a mail whose sender died is taken up by another when its time is over, not before', async () => {
  await enqueue();
  expect(await takeDueMail(db, 60_000)).toMatchObject({ attempts: 1 });
  expect(await takeDueMail(db, 60_000)).toBeUndefined();
  await db.executor.execute(sql`update mail_outbox set next_attempt_at = clock_timestamp()`);
  start();
  await eventually(outcomes).toEqual([['sent', 2]]);
});

it('a mail that could not be sent for a week is given up; what ended a month ago is forgotten', async () => {
  refusals.push({ at: 'sender', code: 451 });
  await enqueue();
  await db.executor.execute(sql`update mail_outbox set created_at = created_at - interval '8 days'`);
  start();
  await eventually(outcomes).toEqual([['expired', 1]]);
  expect(await forgetOldMails(db)).toBe(0);
  await db.executor.execute(sql`update mail_outbox set finished_at = finished_at - interval '31 days'`);
  expect(await forgetOldMails(db)).toBe(1);
});

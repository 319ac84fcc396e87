import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Logger } from '@app/runtime';
import { SMTPServer } from 'smtp-server';
import type { Faults } from '../faults.ts';
import type { Mailbox } from './mailbox.ts';

/** Bytes of one mail: the largest export that is attached, written in base64, and room to spare. */
const MAX_SIZE = 40 * 1024 * 1024;

export interface SmtpSink {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A mail server (RFC 5321) that keeps what it is given and passes nothing on (EXT-R11). It offers no STARTTLS, which
 * has the sender go on without, and lets any name and password in.
 */
export async function startSmtpSink(
  host: string,
  port: number,
  mailbox: Mailbox,
  faults: Faults,
  logger: Logger,
): Promise<SmtpSink> {
  const server = new SMTPServer({
    banner: 'sandbox, delivers nowhere',
    logger: false,
    size: MAX_SIZE,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 1000,
    onAuth: (_auth, _session, done) => done(null, { user: 'sandbox' }),
    // One fault is one mail: refused at its first command, for now, so that a sender who tries again gets through.
    onMailFrom: (_address, _session, done) => {
      faults.meet('smtp').then(
        (status) => done(status === null ? null : reply(451, 'The sandbox was set to refuse this mail for now')),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = {
        sender: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map((recipient) => recipient.address),
      };
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) throw reply(552, `A mail may have ${MAX_SIZE} bytes at most`);
          await mailbox.deliver(raw, envelope);
        })
        .then(
          () => done(null, 'kept, not delivered'),
          (error) => done('responseCode' in error ? error : reply(554, 'The message could not be read as a mail')),
        );
    },
  });
  // A sender that hangs up in the middle is its own affair; without a listener it would end the process.
  server.on('error', (error: Error & { code?: string }) => logger.info({ code: error.code }, 'mail connection failed'));
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps what it gets. */
export interface Mailbox {
  readonly url: string;
  readonly mails: (Email & { readonly recipient: string })[];
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      void buffer(stream).then(async (raw) => {
        const recipient = session.envelope.rcptTo.map(({ address }) => address).join();
        mails.push({ ...(await PostalMime.parse(raw)), recipient });
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

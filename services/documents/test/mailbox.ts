import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A server that takes every mail. */
export interface Mailbox {
  readonly url: string;
  /** What has arrived, and for whom. */
  readonly mails: (Email & { readonly recipient: string })[];
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, { envelope }, done) => {
      const mail = await PostalMime.parse(await buffer(stream));
      mails.push({ ...mail, recipient: envelope.rcptTo.map(({ address }) => address).join() });
      done();
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a pooler between us and PostgreSQL does. */
interface Pooling {
  /** Names of settings that it takes from a session and forgets. */
  readonly drops?: readonly string[];
  /** A setting that it refuses a session for. */
  readonly refuses?: string;
  /** Whether all connections share the session of the first. */
  readonly shares?: boolean;
}

const READY = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, ...Buffer.from('Z'), 0, 0, 0, 5, 73]);
const isGoodbye = (data: Buffer): boolean => data[0] === 'X'.charCodeAt(0);

/** Stands between a client and PostgreSQL; speaks as much of the protocol as a pooler that does one thing. */
export async function startPooler(target: URL, { drops = [], refuses, shares = false }: Pooling): Promise<Pooler> {
  const sockets = new Set<Socket>();
  let shared: { readonly upstream: Socket; asker: Socket } | undefined;
  const server = createServer((client) => {
    keep(client);
    client.once('data', (hello: Buffer) => {
      if (refuses) return void client.end(refusal(`unsupported startup parameter: ${refuses}`));
      if (shared) return join(client, shared);
      const upstream = keep(connect(Number(target.port), target.hostname));
      upstream.write(withoutSettings(hello, drops));
      const mine = { upstream, asker: client };
      if (shares) shared = mine;
      upstream.on('data', (data) => mine.asker.write(data));
      ask(client, mine);
    });
  });
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  const join = (client: Socket, session: NonNullable<typeof shared>): void => {
    client.write(READY);
    ask(client, session);
  };
  const ask = (client: Socket, session: NonNullable<typeof shared>): void =>
    void client.on('data', (data: Buffer) => {
      if (isGoodbye(data)) return void client.end();
      session.asker = client;
      session.upstream.write(data);
    });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, stop: () => stop(server, sockets) };
}

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

async function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
}

/** The first message of a session: its length, the version, then names and values, each ended by a zero. */
function withoutSettings(hello: Buffer, names: readonly string[]): Buffer {
  const words = hello.subarray(8).toString('utf8').split('\0');
  const pairs = Array.from({ length: Math.floor(words.length / 2) }, (_, at) => words.slice(2 * at, 2 * at + 2));
  const kept = pairs.filter(([name = '']) => name !== '' && !names.includes(name)).flat();
  const body = Buffer.from([...kept, '', ''].join('\0'));
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  hello.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(['SFATAL', 'C08P01', `M${message}`, '', ''].join('\0'));
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

import { get } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { AWAY } from './cutting-proxy.ts';

/**
 * Stands where clients are sent, and passes each connection on to one of several processes, as a balancer of
 * connections does.
 */
export interface Balancer {
  close(): Promise<void>;
}

export interface BalancerOptions {
  /** Where it listens, on 127.0.0.1; the processes have the same port on their hosts. */
  readonly port: number;
  readonly hosts: readonly string[];
  /** Milliseconds between two questions for the readiness of each process. */
  readonly askEvery?: number;
}

const ASK_EVERY = 1_000;
const ANSWER_WITHIN = 2_000;

/**
 * Each new connection goes to the next process that says it is ready; one that refuses is out until it says so again.
 * When nobody is ready all are tried, and when nobody takes it the answer is 503.
 */
export async function startBalancer({ port, hosts, askEvery = ASK_EVERY }: BalancerOptions): Promise<Balancer> {
  const unready = new Set<string>();
  const open = new Set<Socket>();
  let turn = 0;

  const inOrder = (): string[] => {
    turn += 1;
    const turned = hosts.map((_, index) => hosts[(index + turn) % hosts.length]!);
    return [...turned.filter((host) => !unready.has(host)), ...turned.filter((host) => unready.has(host))];
  };
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined); // both ends hear of it by "close"
    socket.on('close', () => open.delete(socket));
  };
  const passOn = (client: Socket, [host, ...others]: readonly string[]): void => {
    if (client.destroyed) return;
    if (host === undefined) {
      client.once('data', () => client.end(AWAY)).resume();
      return;
    }
    const server = connect(port, host);
    keep(server);
    const onRefused = (): void => {
      unready.add(host);
      passOn(client, others);
    };
    server.once('error', onRefused);
    server.once('connect', () => {
      server.off('error', onRefused);
      client.once('close', () => server.destroy());
      server.once('close', () => (client.writableEnded ? client.destroySoon() : client.destroy()));
      client.pipe(server);
      server.pipe(client);
    });
  };
  const balancer = createServer({ pauseOnConnect: true }, (client) => {
    keep(client);
    passOn(client, inOrder());
  });
  await listen(balancer, port);

  const ask = (host: string): void => {
    const request = get({ host, port, path: '/health/ready', agent: false, timeout: ANSWER_WITHIN }, (response) => {
      response.resume();
      if (response.statusCode === 200) unready.delete(host);
      else unready.add(host);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => unready.add(host));
  };
  const asking = setInterval(() => hosts.forEach(ask), askEvery);

  return {
    close: async () => {
      clearInterval(asking);
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => balancer.close(resolve));
    },
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

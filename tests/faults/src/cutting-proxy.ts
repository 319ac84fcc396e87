import { connect, createServer, type Socket } from 'node:net';

/** What a balancer answers that has nobody behind it; the request was not read, let alone done. */
export const AWAY =
  'HTTP/1.1 503 Service Unavailable\r\nX-Not-Ready: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * A way between a client and a server that can lose the answer to a write: the server has done it, the client never
 * hears.
 */
export interface CuttingProxy {
  /** Without a slash at the end. */
  readonly url: string;
  /** How many answers were cut off so far. */
  readonly cuts: number;
  /** Cuts off the next `count` answers to POST requests; `mid` lets the first bytes of them through. */
  cutNext(count: number, mid: boolean): void;
  close(): Promise<void>;
}

/**
 * @param port of the server behind, on 127.0.0.1
 * @param options.saysAway answers as a balancer with nobody behind it while the server is away; otherwise the
 * connection is closed
 */
export async function startCuttingProxy(
  port: () => number,
  { saysAway = false }: { readonly saysAway?: boolean } = {},
): Promise<CuttingProxy> {
  let [waiting, cuts, isMid] = [0, 0, false];
  const open = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(port(), '127.0.0.1');
    let isWrite = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined); // both ends hear of it by "close"
    }
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (saysAway && error.code === 'ECONNREFUSED') client.end(AWAY);
    });
    client.on('close', () => {
      open.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => {
      open.delete(upstream);
      if (client.writableEnded) client.destroySoon();
      else client.destroy();
    });
    client.on('data', (chunk: Buffer) => {
      // Requests of one connection come one after the other, each head at the beginning of a chunk.
      if (/^(POST|GET|PUT|PATCH|DELETE) /.test(chunk.toString('latin1', 0, 8)))
        isWrite = chunk.toString('latin1', 0, 5) === 'POST ';
      if (!upstream.write(chunk)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
    });
    upstream.on('data', (chunk: Buffer) => {
      if (waiting > 0 && isWrite) {
        waiting -= 1;
        cuts += 1;
        if (isMid) client.end(chunk.subarray(0, 40));
        else client.destroy();
        upstream.destroy();
        return;
      }
      if (!client.write(chunk)) {
        upstream.pause();
        client.once('drain', () => upstream.resume());
      }
    });
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    get cuts() {
      return cuts;
    },
    cutNext: (count, mid) => {
      waiting = count;
      isMid = mid;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

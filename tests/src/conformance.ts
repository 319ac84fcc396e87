import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist',
  'index.js',
);

export interface Verdict {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs the official conformance package.
 * @param onLine sees each line of its output as it comes
 */
export async function runConformance(
  args: readonly string[],
  onLine: (line: string) => void = () => undefined,
): Promise<Verdict> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(500_000),
  });
  let output = '';
  let line = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      line += text;
      const lines = line.split('\n');
      line = lines.pop() ?? '';
      for (const each of lines) onLine(each);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, output: stripVTControlCharacters(output) };
}

/**
 * The conformance package knows no credentials: what it sends goes through here and gets one. Its own origin becomes
 * the gateway's, every other header passes as it is.
 */
export async function startBearerProxy(
  gateway: string,
  token: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host, connection, 'content-length': length, 'transfer-encoding': encoding, ...passed } = request.headers;
    const origin = passed.origin === url ? gateway : passed.origin;
    const answer = await fetch(new URL(request.url ?? '', gateway), {
      method: request.method ?? 'GET',
      headers: {
        ...(passed as Record<string, string>),
        ...(origin ? { origin } : {}),
        authorization: `Bearer ${token}`,
      },
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      redirect: 'manual',
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

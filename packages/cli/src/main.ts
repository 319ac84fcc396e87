import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { run } from './index.ts';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());
// A reader who goes away, as `head` does, has had enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  interrupted.abort();
});

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  input: process.stdin,
  isTyped: process.stdin.isTTY === true,
  isRead: process.stdout.isTTY === true,
  columns: process.stdout.columns ?? 120,
  signal: interrupted.signal,
  write: (data) =>
    new Promise((resolve) => {
      process.stdout.write(data, () => resolve());
    }),
  say: (line) => void process.stderr.write(`${line}\n`),
  askSecret,
  visit,
});

/** What is typed is not shown: it goes to nowhere while the question is answered. */
async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // While it asks, the terminal gives Ctrl-C to it instead of sending a signal.
  lines.once('SIGINT', () => interrupted.abort());
  try {
    return await lines.question('', { signal: interrupted.signal });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** Opens the browser of the desktop; where there is none, the address that was printed is enough. */
function visit(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['explorer', url]
        : ['xdg-open', url];
  const child = spawn(command!, args, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

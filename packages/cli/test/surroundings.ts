import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, type Surroundings } from '../src/index.ts';

/** What one command line did. */
export interface Ran {
  readonly exitCode: number;
  readonly output: string;
  /** What it said beside the output. */
  readonly said: string;
}

/** A person at a terminal of a folder of their own, whose configuration is there too. */
export interface Terminal extends Disposable {
  readonly folder: string;
  run(args: readonly string[], around?: Partial<Surroundings>): Promise<Ran>;
}

export function openTerminal(env: Readonly<Record<string, string>> = {}): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-'));
  return {
    folder,
    async run(args, around = {}) {
      const output: Uint8Array[] = [];
      const said: string[] = [];
      const exitCode = await run(args, {
        env: { HOME: folder, ...env },
        folder,
        input: (async function* () {})(),
        isTyped: false,
        isRead: false,
        columns: 100,
        signal: new AbortController().signal,
        write: async (data) => void output.push(Buffer.from(data)),
        say: (line) => void said.push(line),
        askSecret: async () => '',
        visit: () => undefined,
        ...around,
      });
      return { exitCode, output: Buffer.concat(output).toString('utf8'), said: said.join('\n') };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

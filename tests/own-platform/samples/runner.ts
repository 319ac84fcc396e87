import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What became of one sample. */
export interface Outcome {
  /** Status of the last answer; 0 when none came. */
  readonly status: number;
  /** The answer as text. */
  readonly text: string;
  /** What went wrong in the words of the program; empty when nothing did. */
  readonly fault: string;
}

/** One process that runs the samples of a language, one after the other. */
export interface Runner {
  run(sample: string): Promise<Outcome>;
  stop(): Promise<void>;
}

export type Variables = Readonly<Record<string, string>>;

/** A process that takes a line of JSON for each sample and answers with one. */
function speaking(child: ChildProcessWithoutNullStreams, folder: string): Runner {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-2_000)));
  return {
    run: async (sample) => {
      child.stdin.write(`${JSON.stringify(sample)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`The program that runs samples ended: ${said}`);
      return JSON.parse(value) as Outcome;
    },
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const folderFor = (name: string): string => mkdtempSync(join(tmpdir(), `accounting-samples-${name}-`));

/** What stands behind the answer of each command, so that the status is known. */
const STATUS = '@@status ';

/** Samples for the shell: each is run by `sh` as it stands; what curl prints is its answer. */
export function startShell(variables: Variables): Runner {
  const folder = folderFor('shell');
  // What a reader sees on the screen stays out of the way of the answer.
  writeFileSync(join(folder, '.curlrc'), `silent\nshow-error\nwrite-out = "\\n${STATUS}%{http_code}"\n`);
  const loop = `import { execFileSync, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { stdout, stderr } = spawnSync('sh', ['-c', JSON.parse(line)], { encoding: 'utf8', maxBuffer: 1e9 });
  const at = stdout.lastIndexOf('\\n${STATUS}');
  const status = at < 0 ? 0 : Number(stdout.slice(at + ${STATUS.length + 1}).trim());
  console.log(JSON.stringify({ status, text: at < 0 ? stdout : stdout.slice(0, at), fault: status === 0 ? stderr || 'nothing was answered' : '' }));
}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', loop], {
    cwd: folder,
    env: { PATH: process.env.PATH, CURL_HOME: folder, ...variables },
  });
  return speaking(child, folder);
}

/** Samples in Python; the answer is heard on its way to the sample. */
export function startPython(variables: Variables): Runner {
  const folder = folderFor('python');
  const child = spawn('python3', [join(import.meta.dirname, 'run.py')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
  });
  return speaking(child, folder);
}

/** Samples in TypeScript, against the client as it stands in the repository. */
export function startTypeScript(variables: Variables): Runner {
  const folder = folderFor('typescript');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-typescript.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...variables },
  });
  return speaking(child, folder);
}

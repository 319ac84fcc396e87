import { spawn } from 'node:child_process';
import type { Step } from '@app/guides';

const marker = '--- next step ---';

export interface Surroundings {
  /** Folder in which the files of the guide are saved and its commands run. */
  readonly folder: string;
  /** Variables that are set in the reader's shell. */
  readonly environment: Readonly<Record<string, string>>;
  /** What stands in the guide, and what it is here. */
  readonly instead: Readonly<Record<string, string>>;
  /** Somebody who visits the address that the guide says to open, and gives the address at which they end. */
  readonly visit?: (address: string) => Promise<string>;
}

/** A step of a guide that was run, and what it printed. */
export interface Ran {
  readonly script: string;
  readonly printed: string;
  /** What the guide says that it prints; undefined when it says nothing. */
  readonly output: string | undefined;
}

/** Stops at the first failure, also within a pipe where the shell knows how to. */
const STRICT = 'set -eu\nif (set -o pipefail) 2>/dev/null; then set -o pipefail; fi';

/**
 * Runs the steps of guides in order in one shell, as a reader does who pastes one after the other. It is the plain shell
 * of the machine, which understands least: what it runs, bash and zsh run too.
 * @throws Error with what was printed when a command fails
 */
export async function runSteps(steps: readonly Step[], surroundings: Surroundings): Promise<readonly Ran[]> {
  const { folder, environment, instead, visit } = surroundings;
  const here = (text: string): string =>
    Object.entries(instead).reduce((whole, [from, to]) => whole.replaceAll(from, to), text);
  const script = [STRICT, ...steps.map((step) => `${here(commandOf(step))}\necho '${marker}'`)].join('\n');
  const child = spawn('sh', ['-c', script], { cwd: folder, env: { ...process.env, ...environment } });
  let [printed, complaints, visited] = ['', '', false];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    const address = visited ? undefined : /^Open (http\S+)\n/m.exec(printed)?.[1];
    if (!address || !visit) return;
    visited = true;
    visit(address).then(
      (answer) => child.stdin.write(`${answer}\n`),
      (error: Error) => {
        complaints += error.message;
        child.kill();
      },
    );
  });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const outputs = printed.split(`${marker}\n`);
  if (status !== 0) {
    const step = steps[outputs.length - 1];
    throw new Error(`It stopped with ${status} at:\n${step && commandOf(step)}\n${outputs.at(-1)}\n${complaints}`);
  }
  return steps.map((step, index) => ({
    script: commandOf(step),
    printed: outputs[index]!,
    output: step.kind === 'shell' && step.output !== undefined ? here(step.output) : undefined,
  }));
}

const END_OF_FILE = 'END OF THE FILE';

const commandOf = (step: Step): string =>
  step.kind === 'shell' ? step.script : `cat > ${step.name} <<'${END_OF_FILE}'\n${step.text}\n${END_OF_FILE}`;

/** What a guide says that is printed, as a pattern: `<…>` is anything on its line. */
export const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .trimEnd()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/<[^>\n]+>/g, '.+')}\n*$`,
  );

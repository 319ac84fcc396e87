import { closeSync, fstatSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from './progress.ts';
import type { Settings } from './settings.ts';

const KEEP_BYTES = 20 * 1024 * 1024;
const LOOK_EVERY = 250;
const LINES_PER_LOOK = 8;
const LAST_WORDS = 4;

/**
 * The log of one process: JSON lines in a file, which the process writes by itself, and the terminal for what went
 * wrong.
 */
export type ServiceLog = {
  readonly path: string;
  /** For the process's standard output. */
  readonly fd: number;
  /** Adds a line that the process did not write as JSON (a stack, a warning of Node); shown as well. */
  write(text: string): void;
  /** Shows what has been logged so far. */
  flush(): void;
  /** The last lines, short. */
  lastWords(): string;
  close(): void;
};

/** Folder of the processes' and servers' logs. */
export const logFolder = (settings: Settings): string => join(settings.folder('DATA_DIR'), 'logs');

/**
 * Opens `path` for appending; a file that has grown past 20 MB becomes `<path>.1` first.
 * @param isQuiet while true, only what is fatal is shown: processes that wait for each other at the start, or miss each
 * other at the end, complain about it
 */
export function openServiceLog(name: string, path: string, say: Say, isQuiet: () => boolean = () => false): ServiceLog {
  setAsideLarge(path);
  const fd = openSync(path, 'a+', 0o600);
  let position = fstatSync(fd).size;
  let rest = '';

  const look = (): void => {
    const size = fstatSync(fd).size;
    if (size <= position) return;
    const bytes = Buffer.alloc(Math.min(size - position, 1024 * 1024));
    const read = readSync(fd, bytes, 0, bytes.length, position);
    position += read;
    const lines = (rest + bytes.toString('utf8', 0, read)).split('\n');
    rest = lines.pop() ?? '';
    const shown = lines.filter(isQuiet() ? isFatal : isSerious);
    for (const line of shown.slice(0, LINES_PER_LOOK)) say(`${name}: ${summarise(line)}`);
    if (shown.length > LINES_PER_LOOK) say(`${name}: ${shown.length - LINES_PER_LOOK} more such lines in ${path}`);
  };
  const timer = setInterval(look, LOOK_EVERY).unref();

  return {
    path,
    fd,
    write: (text) => {
      writeSync(fd, `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), service: name, msg: text })}\n`);
    },
    flush: look,
    lastWords: () => {
      const size = fstatSync(fd).size;
      const bytes = Buffer.alloc(Math.min(size, 16_384));
      readSync(fd, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8').trim().split('\n').slice(-LAST_WORDS).map(summarise).join('\n');
    },
    close: () => {
      clearInterval(timer);
      look();
      closeSync(fd);
    },
  };
}

/** Past 20 MB a log becomes `<path>.1`. */
export function setAsideLarge(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > KEEP_BYTES) renameSync(path, `${path}.1`);
}

/**
 * Looks at the text before parsing it: nearly every line is neither a warning nor an error. Levels are names or pino's
 * numbers.
 */
const isSerious = (line: string): boolean => /"level":(?:"(?:warn|error|fatal)"|[456]0)/.test(line);

const isFatal = (line: string): boolean => /"level":(?:"fatal"|60)/.test(line);

function summarise(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level: string | number;
      msg?: string;
      err?: { message?: string };
    };
    const cause = err?.message && err.message !== msg ? ` (${err.message})` : '';
    return `${level} ${msg ?? ''}${cause}`;
  } catch {
    return line;
  }
}

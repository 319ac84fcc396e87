import pino from 'pino';

/** Characters that wait at most; more is written at once. */
const MAX_WAITING = 64 * 1024;
/** pino's number for "error". */
const ERROR = 50;

/**
 * Standard output for log lines: those of one turn of the event loop leave in one write, since a write per line was a
 * sixth of what a busy gateway did. Errors leave at once, and whatever waits leaves when the process ends; only a
 * process that is killed may keep the lines of its last turn to itself.
 */
export function createLineWriter(
  destination: { write(lines: string): unknown } = pino.destination({ dest: 1, sync: true }),
) {
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') destination.write(lines);
  };
  process.on('exit', flush);
  return {
    // pino gives the level of each line in `lastLevel` when it is asked to.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (this.lastLevel >= ERROR || waiting.length > MAX_WAITING) flush();
    },
  };
}

/** Prints what is going on, one line each. */
export type Say = (text: string) => void;

/** Lines with the seconds since the command was given (`STARTED_AT`, set by tools/run.mjs) on standard error. */
export function createProgress(): Say {
  const startedAt = Number(process.env.STARTED_AT) || Date.now();
  return (text) => {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6);
    process.stderr.write(`${text.replaceAll(/^/gm, `${seconds} s  `)}\n`);
  };
}

/** A reader of our output that goes away (`npm start | head`) is no reason to fall over. */
export function tolerateClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

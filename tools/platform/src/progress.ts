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

/** A step of the start, and the seconds that it took. */
export interface Lap {
  readonly step: string;
  readonly seconds: number;
}

/** Measures steps one behind the other; the first begins with the command (`STARTED_AT`), which may have installed. */
export function createStopwatch(): { lap(step: string): void; laps(): readonly Lap[] } {
  const createdAt = Date.now();
  const startedAt = Number(process.env.STARTED_AT) || createdAt;
  const laps: Lap[] = [{ step: 'tools and packages', seconds: (createdAt - startedAt) / 1000 }];
  let last = createdAt;
  return {
    lap: (step) => {
      const now = Date.now();
      laps.push({ step, seconds: (now - last) / 1000 });
      last = now;
    },
    laps: () => laps,
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

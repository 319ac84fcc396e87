import { settleMemory } from '@app/runtime/settle';
import { printFailure } from './command.ts';
import { type Demonstration, demonstrate, type Seed } from './demonstration.ts';
import { startPlatform } from './platform.ts';
import { createProgress, createStopwatch, tolerateClosedOutput } from './progress.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';
import { readEnvFile, unknownNames } from './settings.ts';
import { summarise } from './summary.ts';

/**
 * `npm start`: starts the platform with the settings of the environment and `.env`, fills it, prints where it is, and
 * stops it on the first SIGINT, SIGTERM or SIGHUP.
 */
export async function runPlatform({ seed }: { readonly seed?: Seed } = {}): Promise<void> {
  tolerateClosedOutput();
  const say = createProgress();
  const stopping = new AbortController();
  const stopAsked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // npm, a shell and the terminal may each pass the same signal on: the first one counts.
      process.on(signal, () => {
        if (!stopping.signal.aborted) say('stopping');
        stopping.abort();
        resolve();
      });
    }
  });
  try {
    const file = readEnvFile(ROOT);
    for (const name of unknownNames(SERVICES, file))
      say(`.env sets ${name}, which is not a setting of the platform (see .env.example)`);
    say('starting: PostgreSQL and NATS, then the services, then the demo company');
    say(
      'a first start takes one to three minutes, a later one about ten seconds; "ready" comes before the demo company, ' +
        'which can be looked at before all of it is there',
    );
    const stopwatch = createStopwatch();
    await using platform = await startPlatform({
      environment: { ...file, ...process.env },
      say,
      signal: stopping.signal,
    });
    stopwatch.lap('servers and services');
    say(`ready at ${platform.settings.get('PUBLIC_BASE_URL')}`);
    const showSummary = (demonstration?: Demonstration): void => {
      stopwatch.lap('demo company');
      if (!stopping.signal.aborted) process.stdout.write(summarise(platform, demonstration, stopwatch.laps()));
      settleMemory();
    };
    const filled = demonstrate(platform, seed, (text) => !stopping.signal.aborted && say(text)).then(
      showSummary,
      (error: unknown) => {
        if (stopping.signal.aborted) return;
        showSummary();
        // Last of all, where it is seen, and in the exit code for whoever does not look.
        printFailure(error);
        process.exitCode = 1;
      },
    );
    await Promise.race([stopAsked, filled]);
    await stopAsked;
  } catch (error) {
    if (!stopping.signal.aborted) {
      printFailure(error);
      process.exit(1);
    }
  }
  say('stopped');
  process.exit(); // a demonstration in the making has nobody to talk to any more
}

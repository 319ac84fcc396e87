import { join } from 'node:path';
import type { RestoreOptions } from '@app/backup';
import { removeDataFolder, StartFailure } from '@app/embedded';
import { type Broker, createBroker } from '@app/events';
import { createLogger } from '@app/runtime';
import type { Settings } from './settings.ts';

const ANSWER_MILLIS = 15_000;

/** The stream of events as a restore needs it: our own broker starts anew, of another one the stream is removed. */
export function openStream(settings: Settings): RestoreOptions['stream'] & AsyncDisposable {
  const url = settings.get('NATS_URL');
  if (!url)
    return {
      // Who runs the platform on the data folder holds its note.
      requireUnused: async () => undefined,
      empty: async () => removeDataFolder(join(settings.folder('DATA_DIR'), 'nats')),
      [Symbol.asyncDispose]: async () => undefined,
    };
  const broker = createBroker({ url, name: 'restore', logger: createLogger({ service: 'restore', level: 'silent' }) });
  return {
    requireUnused: () => requireUnused(broker),
    empty: () => inTime(broker.removeStream()),
    [Symbol.asyncDispose]: () => broker.close(),
  };
}

/** @throws StartFailure when services wait for events there */
async function requireUnused(broker: Broker): Promise<void> {
  const listeners = await inTime(broker.listeners());
  if (listeners.length === 0) return;
  throw new StartFailure(
    `A platform runs on the NATS of NATS_URL: ${listeners.join(', ')} wait for events there, and the stream would be taken from ` +
      'them. Stop every service first. For a drill beside a running platform leave NATS_URL empty. Nothing was changed.',
  );
}

/** @throws StartFailure when the broker does not answer, or refuses */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StartFailure('NATS does not answer at NATS_URL; nothing was changed.')),
      ANSWER_MILLIS,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`NATS at NATS_URL refuses: ${(error as Error).message}. Nothing was changed.`);
  } finally {
    clearTimeout(timer);
  }
}

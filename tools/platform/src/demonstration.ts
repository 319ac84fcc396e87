import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '@app/embedded';
import { demoPassword } from './people-passwords.ts';
import type { Platform } from './platform.ts';
import type { Say } from './progress.ts';

/** What the demonstration data brings: people to sign in as. */
export type Demonstration = {
  readonly users: readonly {
    readonly email: string;
    readonly password: string;
    /** Who this is, in a few words. */
    readonly what: string;
  }[];
  /** The last day that something has happened on; undefined where nothing is added later. */
  readonly until?: string | undefined;
};

/** Fills an empty platform with something to look at, and goes on where an earlier try stopped. */
export type Seed = (platform: {
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  readonly password: string;
  readonly say: Say;
  /** The last day that something is to have happened on. */
  readonly until: string;
}) => Promise<Demonstration>;

/**
 * Makes the demonstration data at the first start; later ones add what has happened since, up to yesterday.
 * @throws StartFailure when it could not be made whole; the platform runs without, and the next start goes on where
 * this one stopped
 */
export async function demonstrate(
  platform: Platform,
  seed: Seed | undefined,
  say: Say,
): Promise<Demonstration | undefined> {
  if (!seed || platform.settings.get('DEMO_COMPANY') !== 'true') return undefined;
  const file = join(platform.settings.folder('DATA_DIR'), 'demonstration.json');
  const until = Temporal.Now.plainDateISO('Europe/Oslo').subtract({ days: 1 }).toString();
  const make = () => makeUntil(platform, seed, { say, until, file });
  const kept = readDemonstration(file);
  if (kept) return kept.until === undefined || kept.until >= until ? kept : goOn(kept, make, say);
  say('making the demo company, at the first start only');
  try {
    return await make();
  } catch (error) {
    throw new StartFailure(
      `The demo company could not be made: ${(error as Error).message}\nThe platform runs without it. The next "npm start" goes on where this one stopped, "npm run reset" begins anew.`,
      { cause: error },
    );
  }
}

interface Making {
  readonly say: Say;
  readonly until: string;
  readonly file: string;
}

async function makeUntil(platform: Platform, seed: Seed, { say, until, file }: Making): Promise<Demonstration> {
  const password = demoPassword(platform.settings);
  const { gatewayUrl, sandboxUrl } = platform;
  const made = await seed({ gatewayUrl, sandboxUrl, password, say, until });
  const demonstration: Demonstration = {
    users: made.users.map(({ email, password, what }) => ({ email, password, what })),
    until: made.until,
  };
  writeFileSync(file, JSON.stringify(demonstration), { mode: 0o600 });
  return demonstration;
}

/** Adds what has happened since. Where a visitor has changed too much for it, the company is left as it is. */
async function goOn(kept: Demonstration, make: () => Promise<Demonstration>, say: Say): Promise<Demonstration> {
  say(`adding to the demo company what has happened since ${kept.until}`);
  try {
    return await make();
  } catch (error) {
    say(`the demo company is left as it is: ${(error as Error).message}`);
    return kept;
  }
}

function readDemonstration(file: string): Demonstration | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demonstration;
  } catch {
    return undefined;
  }
}

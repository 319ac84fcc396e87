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
};

/** Fills an empty platform with something to look at, and goes on where an earlier try stopped. */
export type Seed = (platform: {
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  readonly password: string;
  readonly say: Say;
}) => Promise<Demonstration>;

/**
 * Makes the demonstration data at the first start; later ones only read what was made.
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
  const kept = readDemonstration(file);
  if (kept) return kept;
  say('making the demo company, at the first start only');
  const password = demoPassword(platform.settings);
  try {
    await using door = await platform.openSideDoor();
    const { users } = await seed({ gatewayUrl: door.url, sandboxUrl: platform.sandboxUrl, password, say });
    const demonstration: Demonstration = {
      users: users.map(({ email, password, what }) => ({ email, password, what })),
    };
    writeFileSync(file, JSON.stringify(demonstration), { mode: 0o600 });
    return demonstration;
  } catch (error) {
    throw new StartFailure(
      `The demo company could not be made: ${(error as Error).message}\nThe platform runs without it. The next "npm start" goes on where this one stopped, "npm run reset" begins anew.`,
      { cause: error },
    );
  }
}

function readDemonstration(file: string): Demonstration | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demonstration;
  } catch {
    return undefined;
  }
}

import { beforeAll, describe } from 'vitest';
import { ownSystem } from '../src/own-system.ts';
import type { Owner } from '../src/system.ts';
import { firstSlice } from './first-slice.ts';
import { keysAndSecrets } from './keys-and-secrets.ts';
import { lateness } from './lateness.ts';
import { restarts } from './restarts.ts';

// They stop processes and move the clock, so nobody else may use their platform; none looks at what another has made, so
// one is enough for all of them. Whoever kills services comes last.
const own = ownSystem({ LOG_LEVEL: 'trace' });
let owner: Owner;

beforeAll(async () => {
  owner = await own.newOwner();
});

describe('keys and secrets', () => keysAndSecrets(own));
describe('the first slice', () => firstSlice(own));
describe('lateness', () => lateness(own));
describe('restarts', () => restarts(own, () => owner));

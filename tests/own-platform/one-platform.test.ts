import { type Collector, startCollector } from '@app/tracing/test/collector';
import { afterAll, beforeAll, describe } from 'vitest';
import { ownSystem } from '../src/own-system.ts';
import type { Owner } from '../src/system.ts';
import { firstSlice } from './first-slice.e2e.ts';
import { keptStream } from './kept-stream.e2e.ts';
import { keysAndSecrets, readingNextKey } from './keys-and-secrets.e2e.ts';
import { lateness } from './lateness.e2e.ts';
import { restarts } from './restarts.e2e.ts';
import { traces, tracesTo } from './traces.e2e.ts';

// They stop processes and move the clock, so nobody else may use their platform; none looks at what another has made, so
// one is enough for all of them. Whoever waits for every span comes first, whoever kills services last. Their tests are
// in the files `*.e2e.ts`.
let collector: Collector;
const own = ownSystem(async () => {
  collector = await startCollector();
  return { LOG_LEVEL: 'trace', ...tracesTo(collector), ...readingNextKey };
});
let owner: Owner;

beforeAll(async () => {
  owner = await own.newOwner();
});
afterAll(async () => {
  await collector?.[Symbol.asyncDispose]();
});

describe('traces', () => traces(own, () => collector));
describe('keys and secrets', () => keysAndSecrets(own));
describe('the first slice', () => firstSlice(own));
describe('lateness', () => lateness(own));
describe('a stream that was kept', () => keptStream(own));
describe('restarts', () => restarts(own, () => owner));

import { setTimeout as elapse } from 'node:timers/promises';
import type { Database } from '@app/db';
import type { Clock, Logger, Sealer } from '@app/runtime';
import { type Chained, firstLink, linkOf, textOf } from './chain.ts';
import { type FoundNumbers, readChained } from './entries-store.ts';
import { generateProofKey, signHead } from './signature.ts';
import * as store from './store.ts';

export interface ProofContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly logger: Pick<Logger, 'error'>;
}

/** What chaining needs of it. */
type ChainContext = Omit<ProofContext, 'sealer'>;

const LINK_BYTES = 32;

/** Entries that are chained together, and lines: an entry may have many, and they are in memory at once. */
const MAX_ENTRIES = 500;
const MAX_LINES = 20_000;
/** Part of the time that a run works: imported books wait with a million entries, and people post meanwhile. */
const SHARE = 0.5;
/** How long a run lasts, in milliseconds: the other jobs of the process wait for it. */
const MOST_MILLIS = 20_000;

interface Pace {
  readonly mostMillis?: number;
  readonly rest?: (millis: number) => Promise<unknown>;
}

/**
 * Chains what was posted since, from what is committed: a posting knows nothing of it. Many companies together, each with
 * a block of its own: a company of which little was posted would cost as much as one of which much was. One with much waits
 * for the others after each block. While more is left it rests, and what it cannot do in its time the next run does.
 * @returns how many entries were chained
 */
export async function chainEntries(
  context: ChainContext,
  { mostMillis = MOST_MILLIS, rest = elapse }: Pace = {},
): Promise<number> {
  const { db } = context;
  let waiting = await db.aside(() => store.chainsToGrow(db.executor));
  const end = performance.now() + mostMillis;
  let chained = 0;
  while (waiting.length > 0 && performance.now() < end) {
    const began = performance.now();
    const together = firstOf(waiting);
    const grown = await growEach(context, together);
    chained += grown.reduce((sum, { entries }) => sum + entries, 0);
    waiting = [...waiting.slice(together.length), ...grown.flatMap(({ more }) => more)];
    if (waiting.length > 0) await rest((performance.now() - began) * (1 / SHARE - 1));
  }
  return chained;
}

/** So many of the first that their entries are chained together, and at least one. */
function firstOf(waiting: readonly store.Chain[]): readonly store.Chain[] {
  let entries = 0;
  const end = waiting.findIndex(({ after, posted }, index) => {
    entries += posted - after;
    return entries > MAX_ENTRIES && index > 0;
  });
  return end === -1 ? waiting : waiting.slice(0, end);
}

/** What became of a chain: how much longer it is, and the chain itself where more is to be chained. */
interface Grown {
  readonly entries: number;
  readonly more: readonly store.Chain[];
}

/** What fails with others is tried alone, so that it stops nobody else. */
async function growEach(context: ChainContext, chains: readonly store.Chain[]): Promise<readonly Grown[]> {
  const { db, logger } = context;
  try {
    return await db.aside(() => grow(context, chains));
  } catch (error) {
    const [{ clientAccountId }] = chains as readonly [store.Chain];
    if (chains.length === 1) {
      logger.error({ err: error, clientAccountId }, 'the books of a company cannot be chained');
      return [];
    }
  }
  const grown: Grown[] = [];
  for (const chain of chains) grown.push(...(await growEach(context, [chain])));
  return grown;
}

/** Adds a block to each chain, from the first one on, as far as they are read at once. @throws Error when a number is missing */
async function grow({ db, clock }: ChainContext, chains: readonly store.Chain[]): Promise<readonly Grown[]> {
  const ranges = chains.map(({ clientAccountId, after, posted }) => ({
    ...{ clientAccountId, first: after + 1, last: Math.min(posted, after + MAX_ENTRIES) },
  }));
  const found = await readChained(db.executor, ranges, MAX_LINES);
  const blocks = found.map((numbers, place) => blockOf(chains[place]!, numbers));
  const stored = new Set(await store.insertBlocks(db.executor, blocks, nowOf(clock)));
  return chains.map((chain, place) => {
    const block = blocks[place];
    if (block === undefined) return { entries: 0, more: [chain] };
    // Erased since, or chained by another replica.
    if (!stored.has(chain.clientAccountId)) return { entries: 0, more: [] };
    const { firstNumber, lastNumber: after, links } = block;
    const longer = { ...chain, after, link: links.subarray(-LINK_BYTES) };
    return { entries: after - firstNumber + 1, more: after < chain.posted ? [longer] : [] };
  });
}

/** @throws Error when a number is missing */
function blockOf(
  { clientAccountId, after, link }: store.Chain,
  { first, last, chained }: FoundNumbers,
): store.NewBlock {
  const links: Buffer[] = [];
  for (const each of chained) {
    assertNumber(each, first + links.length);
    links.push(linkOf(links.at(-1) ?? link ?? firstLink(clientAccountId, after), textOf(each)));
  }
  if (links.length !== last - first + 1) throw new Error(`entry number ${first + links.length} is missing`);
  return {
    ...{ clientAccountId, firstNumber: first, lastNumber: last, links: Buffer.concat(links), before: link },
    erased: chained.filter((each) => 'erased' in each).length,
  };
}

function assertNumber({ number }: Chained, expected: number): void {
  if (number !== expected) throw new Error(`entry number ${expected} is missing`);
}

/**
 * Signs where each chain stands that has grown since it was signed last, once a day.
 * @returns how many heads were signed
 */
export async function signHeads(context: ProofContext): Promise<number> {
  const { db, clock, sealer } = context;
  await chainEntries(context, { mostMillis: Number.POSITIVE_INFINITY });
  const day = clock.today();
  const accounts = await db.aside(() => store.accountsToSign(db.executor));
  if (accounts.length === 0) return 0;
  const { kid, sealedPrivateKey } = await db.aside(() => currentKey(context));
  const privateKey = sealer.open(sealedPrivateKey);
  let signed = 0;
  for (const clientAccountId of accounts) {
    const isNew = await db.aside(async () => {
      const block = await store.lastBlock(db.executor, clientAccountId);
      // Erased since.
      if (!block) return false;
      const link = Buffer.from(block.links.subarray(-LINK_BYTES));
      const head = { clientAccountId, day, sequenceNumber: block.lastNumber, link };
      return store.insertHead(db.executor, head, signHead(head, kid, privateKey), nowOf(clock));
    });
    if (isNew) signed += 1;
  }
  return signed;
}

/** The key that signs: the newest one, made when there is none. */
const currentKey = ({ db, clock, sealer }: ProofContext): Promise<store.StoredKey> =>
  db.write(async (tx) => {
    await store.lockKeys(tx);
    const [newest] = await store.readKeys(tx);
    if (newest) return newest;
    const { publicJwk, privateKey } = generateProofKey();
    const made = { kid: publicJwk.kid, publicJwk, sealedPrivateKey: sealer.seal(privateKey) };
    await store.insertKey(tx, made, nowOf(clock));
    return made;
  });

const nowOf = (clock: Clock): Date => new Date(clock.now().epochMilliseconds);

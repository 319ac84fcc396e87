import type { Database, Executor } from '@app/db';
import type { Clock, Logger, Sealer } from '@app/runtime';
import { firstLink, linkOf, textOf } from './chain.ts';
import { endOfBlock, readChained } from './entries-store.ts';
import { generateProofKey, signHead } from './signature.ts';
import * as store from './store.ts';

export interface ProofContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly logger: Pick<Logger, 'error'>;
}

const LINK_BYTES = 32;

/**
 * Chains what was posted since, company by company, from what is committed: a posting knows nothing of it. What cannot be
 * chained in one company (an entry is missing) is reported and stops nobody else.
 * @returns how many entries were chained
 */
export async function chainEntries(context: ProofContext): Promise<number> {
  const { db, logger } = context;
  let chained = 0;
  for (const clientAccountId of await db.aside(() => store.accountsToChain(db.executor)))
    try {
      for (let grown = -1; grown !== 0; chained += grown)
        grown = await db.aside(() => addBlock(context, clientAccountId));
    } catch (error) {
      logger.error({ err: error, clientAccountId }, 'the books of a company cannot be chained');
    }
  return chained;
}

/** Adds a block behind the last one. @returns how many entries it has; 0 when there is none to add */
async function addBlock({ db, clock }: ProofContext, clientAccountId: number): Promise<number> {
  const { executor } = db;
  const known = await store.lastBlock(executor, clientAccountId);
  const after = known?.lastNumber ?? (await store.erasedNumber(executor, clientAccountId));
  const last = await endOfBlock(executor, clientAccountId, after);
  if (last === undefined) return 0;
  const before = known?.links.subarray(-LINK_BYTES) ?? firstLink(clientAccountId, after);
  const { links, erased } = await linksOf(executor, clientAccountId, { first: after + 1, last }, before);
  const block = { firstNumber: after + 1, lastNumber: last, links };
  const seen = { before: known ? before : undefined, erased };
  return (await store.insertBlock(executor, clientAccountId, block, seen, nowOf(clock))) ? last - after : 0;
}

/** @throws Error when a number is missing */
async function linksOf(
  executor: Executor,
  clientAccountId: number,
  numbers: { readonly first: number; readonly last: number },
  before: Buffer,
): Promise<{ readonly links: Buffer; readonly erased: number }> {
  const links: Buffer[] = [];
  let erased = 0;
  let expected = numbers.first;
  for (const entry of await readChained(executor, clientAccountId, numbers)) {
    if (entry.number !== expected) throw new Error(`entry number ${expected} is missing`);
    links.push(linkOf(links.at(-1) ?? before, textOf(entry)));
    if ('erased' in entry) erased += 1;
    expected += 1;
  }
  if (expected !== numbers.last + 1) throw new Error(`entry number ${expected} is missing`);
  return { links: Buffer.concat(links), erased };
}

/**
 * Signs where each chain stands that has grown since it was signed last, once a day.
 * @returns how many heads were signed
 */
export async function signHeads(context: ProofContext): Promise<number> {
  const { db, clock, sealer } = context;
  await chainEntries(context);
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

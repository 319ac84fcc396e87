import type { Database } from '@app/db';
import { firstLink, textOf } from './chain.ts';
import { readChained } from './entries-store.ts';
import * as store from './store.ts';

const LINK_BYTES = 32;
const HEADS_AT_ONCE = 500;

/**
 * The books of a company with their links and signatures, one JSON text per line: a head line, every chained entry by its
 * number, or that the number was erased, every signed head from the newest on, and a last line that says how much there was. What is read is what the
 * tables hold now, not what was chained: `tools/verify-books.mjs` says whether they agree. Block by block, so that memory
 * does not grow with the books.
 * @param keysAt where the public keys are
 */
export async function* proofFile(
  db: Pick<Database, 'report'>,
  clientAccountId: number,
  keysAt: string,
): AsyncGenerator<string, void> {
  const after = await db.report((executor) => store.erasedNumber(executor, clientAccountId));
  const first = firstLink(clientAccountId, after).toString('hex');
  yield line({
    format: 'books-proof/1',
    client_account_id: clientAccountId,
    after,
    first_link: first,
    keys_at: keysAt,
  });
  let [entries, heads] = [0, 0];
  for (let done = after; ; ) {
    const read = await db.report(async (executor) => {
      const block = await store.nextBlock(executor, clientAccountId, done);
      if (!block) return undefined;
      const [found] = await readChained(executor, [
        { clientAccountId, first: block.firstNumber, last: block.lastNumber },
      ]);
      return { block, found: found!.chained };
    });
    if (!read) break;
    const { block, found } = read;
    for (const entry of found) {
      const start = (entry.number - block.firstNumber) * LINK_BYTES;
      // The text itself, byte for byte: it is what was hashed.
      yield `{"link":"${block.links.subarray(start, start + LINK_BYTES).toString('hex')}","entry":${textOf(entry)}}\n`;
    }
    entries += found.length;
    done = block.lastNumber;
  }
  for (let offset = 0; ; offset += HEADS_AT_ONCE) {
    const found = await db.report((executor) =>
      store.readHeads(executor, clientAccountId, { limit: HEADS_AT_ONCE, offset }),
    );
    for (const { day, sequenceNumber, signature } of found)
      yield line({ head: { day, sequence_number: sequenceNumber, signature } });
    heads += found.length;
    if (found.length < HEADS_AT_ONCE) break;
  }
  yield line({ end: { entries, heads } });
}

const line = (content: object): string => `${JSON.stringify(content)}\n`;

import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { isMoney } from '@app/api';
import { CamtFailure, type CamtRecord, readCamt } from '@app/camt';
import { invalidFile } from './failures.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** Records of a file that was read whole, packed: it takes no more room than the file itself. */
export interface Spool {
  /** Of all records, packed. */
  readonly bytes: number;
  records(): AsyncIterable<readonly CamtRecord[]>;
}

/** Statements and notifications of one file: some years of days. */
const MOST_STATEMENTS = 2_000;
/** Bytes of a file that are decoded at once. */
const SLICE = 64 * 1024;

/**
 * Reads a file to its end, holding every element against the structure, before anybody waits for what comes of it: what
 * is no CAMT file is refused without a lock or a connection, and whoever stores it only has to unpack.
 * @throws Failure 400 `bank_statement.invalid_file`
 */
export async function spoolFile(content: Uint8Array): Promise<Spool> {
  const packed: Buffer[] = [];
  let statements = 0;
  const keep = async (records: readonly CamtRecord[]): Promise<void> => {
    statements += records.filter(({ record }) => record === 'statement').length;
    if (statements > MOST_STATEMENTS)
      throw invalidFile(`The file has more than ${MOST_STATEMENTS} statements; send it in parts`);
    packed.push(await pack(JSON.stringify(records), { level: 1 }));
  };
  try {
    await readCamt(slices(content), { isCurrency: isMoney }, keep);
  } catch (error) {
    throw error instanceof CamtFailure ? invalidFile(error.message) : error;
  }
  return {
    bytes: packed.reduce((sum, { length }) => sum + length, 0),
    async *records() {
      for (const piece of packed) yield JSON.parse(String(await unpack(piece))) as readonly CamtRecord[];
    },
  };
}

function* slices(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += SLICE) yield content.subarray(at, at + SLICE);
}

import { createHash } from 'node:crypto';
import { createFileStore, type FileStore, MissingContent } from '@app/files';
import { type Finding, type Invariant, OFFENDERS, type Offender } from '@app/invariants';
import type postgres from 'postgres';
import type { Settings } from './settings.ts';

/** The schema and table in which the contents of files are recorded, each once per client account. */
export const CONTENTS = { service: 'documents', table: 'contents' } as const;

/** As the others, but for its query: bytes are not in the database. */
const invariant: Invariant = {
  name: 'every stored file has its recorded hash',
  per: 'service',
  rows: '',
  subject: '',
};

/** Rows that are read at a time. */
const PAGE = 500;

interface Content {
  readonly client_account_id: string;
  readonly store_key: string;
  readonly sha256: Buffer;
}

/**
 * Reads the bytes of every file and compares their hash with the recorded one: five years on they must be what they
 * were. Of the file itself one piece is in memory at a time. @throws Failure 503 when the store does not answer
 */
export async function verifyStoredFiles(sql: postgres.Sql, store: Pick<FileStore, 'open'>): Promise<Finding> {
  let [checked, broken, after] = [0, 0, ''];
  const offenders: Offender[] = [];
  for (;;) {
    const contents = await sql<Content[]>`
      select client_account_id, store_key, sha256 from documents.contents
      where store_key > ${after} order by store_key limit ${PAGE}`;
    for (const content of contents) {
      checked += 1;
      if ((await hashOf(store, content.store_key))?.equals(content.sha256) || !(await isThere(sql, content))) continue;
      broken += 1;
      const offender = { clientAccountId: Number(content.client_account_id), subject: `content ${content.store_key}` };
      if (offenders.length < OFFENDERS) offenders.push(offender);
    }
    if (contents.length < PAGE) return { invariant, checked, broken, offenders };
    after = contents.at(-1)!.store_key;
  }
}

/** Undefined when there is nothing under the key. */
async function hashOf(store: Pick<FileStore, 'open'>, key: string): Promise<Buffer | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of await store.open(key)) hash.update(piece);
    return hash.digest();
  } catch (error) {
    if (error instanceof MissingContent) return undefined;
    throw error;
  }
}

/** The platform may be at work: what went since the row was read is not missed. */
async function isThere(sql: postgres.Sql, { store_key }: Content): Promise<boolean> {
  return (await sql`select from documents.contents where store_key = ${store_key}`).length > 0;
}

/** The store that the settings name. */
export function storeOf(settings: Settings): Promise<FileStore> {
  const optional = (name: string): string | undefined => settings.get(name) || undefined;
  return createFileStore({
    FILE_STORE: settings.get('FILE_STORE') === 's3' ? 's3' : 'folder',
    FILES_DIR: settings.folder('FILES_DIR'),
    S3_ENDPOINT: optional('S3_ENDPOINT'),
    S3_REGION: settings.get('S3_REGION'),
    S3_BUCKET: optional('S3_BUCKET'),
    S3_ACCESS_KEY_ID: optional('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: optional('S3_SECRET_ACCESS_KEY'),
  });
}

import { getFile, readLinkedFile } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import { Failure, notFound } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { FileStore } from '@app/files';
import { type AddressDependencies, isAddressValid } from './addresses.ts';
import type { StoredFile } from './file.ts';
import { sendFile } from './send.ts';
import { filesMadeFrom, findFile, findFiles } from './store.ts';
import { derivedWire, fileWire } from './wire.ts';

export interface FileDependencies extends AddressDependencies {
  /** A part of a file, such as a picture of a page, as a file of its own; undefined when there is none of the name. */
  readonly findPart: (file: StoredFile, part: string) => Promise<StoredFile | undefined>;
  readonly db: Database;
  readonly store: FileStore;
}

const fileNotFound = (id: number): Failure => notFound(`There is no file ${id}`, 'uploaded_file.not_found');

/** Binds the endpoints of files. */
export function serveFiles(api: Api, deps: FileDependencies): void {
  const { db, store } = deps;

  api.serve(getFile, {
    load: async ({ params, principal, requireAccount }) => {
      const file = await findFile(db.executor, params.id);
      // That there is one is nobody's to know who may not see it.
      if (!file?.isActive) throw fileNotFound(params.id);
      const { role } = await requireAccount(file.clientAccountId).catch((error: unknown) => {
        throw error instanceof Failure && error.status === 403 ? fileNotFound(params.id) : error;
      });
      const isOwn = file.createdById === principal.userId;
      // A chat attachment is its sender's alone until it is sent, and nobody sends one yet.
      if ((role === 'EM' || file.type === 'CHAT_ATTACHMENT') && !isOwn) throw fileNotFound(params.id);
      return file;
    },
    handle: async ({ resource }) => ({
      ...fileWire(deps, resource),
      type: resource.type,
      ...(await derivations(db, resource)),
    }),
  });

  api.serve(readLinkedFile, async ({ params, query, headers }) => {
    const file = await linkedFile(deps, params.id, query.part);
    if (!file || !isAddressValid(deps, file, query))
      throw new Failure(
        'uploaded_file.url_expired',
        403,
        'The address of the file has expired or was changed; read the record again for a fresh one',
      );
    if (!file.isActive) throw fileNotFound(params.id);
    return sendFile(store, file, headers);
  });
}

async function derivations(db: Database, file: StoredFile) {
  const { clientAccountId, sourceFileId } = file;
  const [source] = sourceFileId === null ? [] : await findFiles(db.executor, clientAccountId, [sourceFileId]);
  const targets = await filesMadeFrom(db.executor, file);
  return { source_file: source?.isActive ? derivedWire(source) : null, target_files: targets.map(derivedWire) };
}

/** A file, or the part of it that an address names. */
async function linkedFile(
  { db, findPart }: FileDependencies,
  id: number,
  part: string,
): Promise<StoredFile | undefined> {
  const file = await findFile(db.executor, id);
  return file && part !== '' ? findPart(file, part) : file;
}

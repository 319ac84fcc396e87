import { type Following, strangePosition } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { SYSTEM_ID } from '../../credentials/user.ts';
import type { AuthDeps } from '../../deps.ts';
import type { Client } from '../client.ts';
import { findClient } from '../store.ts';
import type { ClientRequest } from './client-request.ts';
import { listRequests } from './store.ts';

const ORDER = 'newest';

/** @throws Failure 404 for a client that does not exist or is somebody else's, which look the same */
export async function requireOwnClient(
  { db }: Pick<AuthDeps, 'db'>,
  clientId: string,
  ownerId: number,
): Promise<Client> {
  const client = clientId.includes('\0') ? undefined : await findClient(db, clientId);
  if (!client || client.ownerId !== ownerId || ownerId === SYSTEM_ID)
    throw new Failure('invalid_client', 404, 'There is no such client among yours');
  return client;
}

/** A page of what a client asked, the newest first, and the cursor that leads on; null at the end. */
export async function listClientRequests(
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  clientId: string,
  query: { readonly per_page: number; readonly failed?: boolean | undefined },
  following: Following,
): Promise<{ readonly rows: readonly ClientRequest[]; readonly nextCursor: string | null }> {
  const { position } = following;
  const found = await listRequests(db, {
    clientId,
    before: position && readPosition(position),
    isFailed: query.failed,
    now: clock.millis(),
    most: query.per_page + 1,
  });
  const rows = found.slice(0, query.per_page);
  const last = found.length > query.per_page ? rows.at(-1) : undefined;
  const pages = (position?.pages ?? 0) + 1;
  const nextCursor = last
    ? following.cursorAt({ order: ORDER, after: [String(last.id)], newest: null, records: 0, pages })
    : null;
  return { rows, nextCursor };
}

function readPosition({ order, after }: NonNullable<Following['position']>): number {
  const [id] = after;
  if (order !== ORDER || after.length !== 1 || !/^\d{1,15}$/.test(id ?? '')) throw strangePosition();
  return Number(id);
}

import { type Database, lockName, type Tx } from '@app/db';
import { asc, eq, inArray } from 'drizzle-orm';
import { signingKeys } from '../schema/signing-keys.ts';
import type { KeyTimes, RotationPlan } from './rotation.ts';
import type { KeyState, PublicJwk } from './signing-key.ts';

export interface StoredKey extends KeyTimes {
  readonly publicJwk: PublicJwk;
  readonly sealedPrivateKey: Buffer;
}

export interface SealedKey {
  readonly kid: string;
  readonly state: Extract<KeyState, 'next' | 'active'>;
  readonly publicJwk: PublicJwk;
  readonly sealedPrivateKey: Buffer;
}

/** Every key, oldest first. */
export async function listKeys(db: Pick<Database, 'executor'>): Promise<readonly StoredKey[]> {
  const rows = await db.executor.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid));
  return rows.map((row) => ({
    kid: row.kid,
    state: row.state,
    createdAt: row.createdAt.getTime(),
    activatedAt: row.activatedAt?.getTime() ?? null,
    retiredAt: row.retiredAt?.getTime() ?? null,
    publicJwk: row.publicJwk as unknown as PublicJwk,
    sealedPrivateKey: row.sealedPrivateKey,
  }));
}

/** One rotation at a time, whatever replicas do. */
export async function lockRotation(tx: Tx): Promise<void> {
  await lockName(tx, 'signing-key-rotation');
}

export async function applyRotation(
  tx: Tx,
  plan: RotationPlan,
  created: readonly SealedKey[],
  now: Date,
): Promise<void> {
  if (plan.remove.length > 0) await tx.delete(signingKeys).where(inArray(signingKeys.kid, [...plan.remove]));
  if (plan.retire)
    await tx.update(signingKeys).set({ state: 'retired', retiredAt: now }).where(eq(signingKeys.kid, plan.retire));
  if (plan.activate)
    await tx.update(signingKeys).set({ state: 'active', activatedAt: now }).where(eq(signingKeys.kid, plan.activate));
  for (const key of created) {
    await tx.insert(signingKeys).values({
      kid: key.kid,
      state: key.state,
      publicJwk: { ...key.publicJwk },
      sealedPrivateKey: key.sealedPrivateKey,
      createdAt: now,
      activatedAt: key.state === 'active' ? now : null,
    });
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@app/db';

/**
 * Waits until the workflow of a voucher stands there, for a minute at most. It looks at one row: a call for the voucher,
 * twenty times a second, would cost more than the workflow does.
 */
export async function waitForWorkflow({ raw }: Pick<Database, 'raw'>, id: number, status: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  const current = async () => (await raw`select workflow_status from vouchers where id = ${id}`)[0]?.workflow_status;
  while ((await current()) !== status && Date.now() < deadline) await pause(50);
}

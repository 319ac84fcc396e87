import { type AccountAccess, forbidden, mayRole } from '@app/access';
import { accessOf } from '../access/local-sources.ts';
import type { OrganizationSources } from '../organizations/find.ts';

const BILLING_KEY = 'billing_client_account_id';

/** The account that metadata names for billing (ENG-R18); null when it names none. */
export function billingAccountIn(metadata: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const named = metadata?.[BILLING_KEY];
  if (typeof named !== 'number' && typeof named !== 'string') return null;
  const id = Number(named);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/**
 * Nobody has others billed: an account named for billing is one that the caller administers (CTL-R19). One that is
 * there already stays when the rest of the metadata changes. @throws Failure 403 `common.forbidden`
 */
export async function assertMayBill(
  sources: Pick<OrganizationSources, 'db' | 'clock'>,
  actor: { readonly userId: number; readonly isAdmin: boolean },
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  before?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = billingAccountIn(metadata);
  if (id === null || id === billingAccountIn(before)) return;
  const access = await accessOf(sources, actor.userId, id);
  if (actor.isAdmin ? access.exists : administers(access)) return;
  throw forbidden(
    `"metadata.${BILLING_KEY}" is ${id}; an account can only be billed through one on which you have the role AA or CA`,
    access.role === null ? 'account' : 'role',
  );
}

const administers = ({ role }: AccountAccess): boolean => role !== null && mayRole(role, 'admin');

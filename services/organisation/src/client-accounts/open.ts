import { record } from '@app/audit';
import { appendToOutbox, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import type { ServiceProvided } from '../contracts/contract.ts';
import { insertContract } from '../contracts/store.ts';
import { languageOfCountry, type Organization } from '../organizations/organization.ts';
import type { AccountingLanguage } from '../schema/client-accounts.ts';
import { defaultSettings, settingsOfAccountChanged } from '../settings/settings.ts';
import { insertVersion } from '../settings/store.ts';
import { FIRST_DAY } from '../settings/timeline.ts';
import * as store from '../tenancy/account-store.ts';
import { accountChanged } from '../tenancy/client-account.ts';
import { accessToAccountChanged, linksOfUserChanged, OWNER_ROLE_ID } from '../tenancy/link.ts';
import { linkUser } from '../tenancy/link-store.ts';
import { billingAccountIn } from './billing.ts';

export interface AccountOpening {
  readonly organization: Organization;
  /** Who opens it: written into the records. */
  readonly actorId: number;
  /** Whom it belongs to; null when a firm opens it for a customer. */
  readonly ownerId: number | null;
  readonly displayName?: string | null | undefined;
  readonly accountingCurrency?: string | null | undefined;
  readonly accountingLanguage?: AccountingLanguage | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly billingClientAccountId?: number | null;
  /** Signup, or an administrator, has proven who opens it (CTL-R01). */
  readonly isProven: boolean;
  /** The firms that open it for a customer; none when a person opens it for themselves. */
  readonly openedByProviderIds?: readonly number[];
  /** Approved from the start, since the provider opens the account (CAC-R11). */
  readonly contracts?: readonly AccountContract[];
}

export interface AccountContract {
  readonly providerClientAccountId: number;
  readonly serviceProvided: ServiceProvided;
  readonly startDate: string | null;
}

const NAME_LENGTH = 150;

/**
 * Opens the books of an organization: account, owner link or contracts, first settings version and the facts about
 * them, in the caller's transaction (SGN-R34, CAC-R32). Gives the id. @throws Failure 409 when the organization has an
 * account
 */
export async function openAccount(tx: Tx, clock: Clock, opening: AccountOpening): Promise<number> {
  const { organization, actorId, ownerId } = opening;
  const now = new Date(clock.millis());
  const today = clock.today();
  const payer =
    opening.billingClientAccountId == null
      ? undefined
      : await store.findAccount(tx, opening.billingClientAccountId, today);
  const clientAccountId = await store.insertAccount(
    tx,
    {
      organizationId: organization.id,
      organizationNumber: organization.organizationNumber,
      displayName: opening.displayName ?? [...organization.name].slice(0, NAME_LENGTH).join(''),
      accountingCurrency: opening.accountingCurrency ?? 'NOK',
      accountingLanguage: opening.accountingLanguage ?? languageOfCountry(organization.countryCode),
      metadata: opening.metadata ?? {},
      billingClientAccountId: opening.billingClientAccountId ?? null,
      isProven: opening.isProven,
      openedByProviderIds: opening.openedByProviderIds ?? [],
      createdById: actorId,
    },
    now,
  );
  const settings = {
    ...defaultSettings(today),
    clientAccountId,
    activeFrom: FIRST_DAY,
    activeTo: null,
    createdById: actorId,
  };
  const version = await insertVersion(tx, settings, now);
  if (ownerId !== null)
    await linkUser(tx, { clientAccountId, userId: ownerId, roleId: OWNER_ROLE_ID, createdById: actorId }, now);
  for (const contract of opening.contracts ?? []) {
    const approved = {
      approvalStatus: 'APPROVED',
      approvedById: actorId,
      approvedAt: now,
      pendingSince: null,
      createdById: actorId,
    } as const;
    await insertContract(
      tx,
      { ...contract, ...approved, clientAccountId, startDate: contract.startDate ?? today },
      now,
    );
  }
  const named = billingAccountIn(opening.metadata);
  if (named !== null)
    await record(tx, {
      kind: 'billing_changed',
      clientAccountId,
      userId: actorId,
      details: { billing_client_account_id: named },
    });
  const account = await store.findAccount(tx, clientAccountId, today);
  await appendToOutbox(
    tx,
    accountChanged(account!),
    settingsOfAccountChanged(clientAccountId, account!.version, [version]),
    accessToAccountChanged(clientAccountId),
    ...(ownerId === null ? [] : [linksOfUserChanged(ownerId)]),
  );
  if (payer?.isBillingAccount === false) await noteFirstBilling(tx, clock, payer.id, actorId);
  return clientAccountId;
}

/**
 * The account that pays shows `is_billing_account` from now on: that is a change of its record, found by `updated_from`
 * like any other.
 */
async function noteFirstBilling(tx: Tx, clock: Clock, payerId: number, actorId: number): Promise<void> {
  await store.updateAccount(tx, payerId, {}, actorId, new Date(clock.millis()));
  const payer = await store.findAccount(tx, payerId, clock.today());
  await appendToOutbox(tx, accountChanged(payer!));
}

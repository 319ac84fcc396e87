import { record, type SecurityEvent } from '@app/audit';
import { conflict, type Following, parseJson } from '@app/contract';
import {
  certain,
  changeOrder,
  type Executor,
  type FollowedPage,
  keysetOf,
  newestOf,
  readFollowed,
  type TermKind,
  type Tx,
  termOf,
  violatedConstraint,
} from '@app/db';
import { and, asc, eq, gt, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { contractInForce, isLinked, reaches } from '../access/store.ts';
import { type AccountingLanguage, clientAccounts } from '../schema/client-accounts.ts';
import { organizations } from '../schema/organizations.ts';
import type { ClientAccount } from './client-account.ts';
import { slugCandidates } from './slug.ts';

const selection = (today: string) => ({
  id: clientAccounts.id,
  uniqueName: clientAccounts.uniqueName,
  displayName: clientAccounts.displayName,
  isActive: clientAccounts.isActive,
  erasing: clientAccounts.erasing,
  isProven: clientAccounts.isProven,
  openedByProviderIds: clientAccounts.openedByProviderIds,
  logoSha256: clientAccounts.logoSha256,
  logoMediaType: clientAccounts.logoMediaType,
  accountingCurrency: clientAccounts.accountingCurrency,
  accountingLanguage: clientAccounts.accountingLanguage,
  // As text, so that no digit of a caller's number is lost.
  metadata: sql<string>`${clientAccounts.metadata}::text`,
  organizationId: clientAccounts.organizationId,
  organizationNumber: organizations.organizationNumber,
  organizationName: organizations.name,
  organizationForm: organizations.organizationForm,
  countryCode: organizations.countryCode,
  industryCode: organizations.industryCode,
  isVatLiable: sql<boolean>`coalesce((select s.vat_liable from settings_versions s where s.client_account_id = ${clientAccounts.id}
    and daterange(s.active_from, s.active_to, '[]') @> ${today}::date), false)`,
  isBillingAccount: sql<boolean>`exists (select from client_accounts b where b.billing_client_account_id = ${clientAccounts.id})`,
  nextSaleInvoiceNumber: clientAccounts.nextSaleInvoiceNumber,
  saleInvoiceSetAtVersion: clientAccounts.saleInvoiceSetAtVersion,
  nextSaleCreditNoteNumber: clientAccounts.nextSaleCreditNoteNumber,
  saleCreditNoteSetAtVersion: clientAccounts.saleCreditNoteSetAtVersion,
  version: clientAccounts.version,
  createdAt: clientAccounts.createdAt,
  createdById: clientAccounts.createdById,
  updatedAt: clientAccounts.updatedAt,
  updatedById: clientAccounts.updatedById,
});

/** Where a row stands in a list. */
interface Place {
  readonly position: SQL<string>;
  readonly newest: SQL<string | null>;
}
const nowhere: Place = { position: sql<string>`null`, newest: sql<string | null>`null` };

const select = (ex: Executor, today: string, condition: SQL | undefined, place = nowhere) =>
  ex
    .select({ ...selection(today), ...place })
    .from(clientAccounts)
    .innerJoin(organizations, eq(organizations.id, clientAccounts.organizationId))
    .where(condition);

type Row = Omit<Awaited<ReturnType<typeof select>>[number], keyof Place>;

function accountOf(row: Row): ClientAccount {
  const {
    nextSaleInvoiceNumber,
    saleInvoiceSetAtVersion,
    nextSaleCreditNoteNumber,
    saleCreditNoteSetAtVersion,
    metadata,
    ...rest
  } = row;
  return {
    ...rest,
    metadata: parseJson(metadata) as Record<string, unknown>,
    saleInvoice: { nextNumber: nextSaleInvoiceNumber, setAtVersion: saleInvoiceSetAtVersion },
    saleCreditNote: { nextNumber: nextSaleCreditNoteNumber, setAtVersion: saleCreditNoteSetAtVersion },
  };
}

/** One that is being removed is gone for everybody. */
const isThere = sql`${clientAccounts.erasing} is distinct from 'removal'`;

export async function findAccounts(
  ex: Executor,
  ids: readonly number[],
  today: string,
): Promise<readonly ClientAccount[]> {
  if (ids.length === 0) return [];
  return (
    await select(ex, today, and(inArray(clientAccounts.id, [...ids]), isThere)).orderBy(asc(clientAccounts.id))
  ).map(accountOf);
}

export async function findAccount(ex: Executor, id: number, today: string): Promise<ClientAccount | undefined> {
  return (await findAccounts(ex, [id], today))[0];
}

/** The next accounts in order of id. */
export async function accountsAfter(
  ex: Executor,
  afterId: number,
  limit: number,
  today: string,
): Promise<readonly ClientAccount[]> {
  return (
    await select(ex, today, and(gt(clientAccounts.id, afterId), isThere))
      .orderBy(asc(clientAccounts.id))
      .limit(limit)
  ).map(accountOf);
}

/**
 * Locks accounts in order of id until the transaction ends: whatever must not change side by side on one account
 * (settings, owners, contracts) takes this lock. Gives those that exist.
 */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(and(inArray(clientAccounts.id, [...ids]), isThere))
    .orderBy(asc(clientAccounts.id))
    .for('no key update');
  return new Set(rows.map(({ id }) => id));
}

export interface NewAccount {
  readonly organizationId: number;
  readonly organizationNumber: string;
  readonly displayName: string;
  readonly accountingCurrency: string;
  readonly accountingLanguage: AccountingLanguage;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly billingClientAccountId: number | null;
  readonly isProven: boolean;
  readonly openedByProviderIds: readonly number[];
  readonly createdById: number;
}

const organizationTaken = () =>
  conflict(
    'This organization already has a client account; an organization can have only one',
    'client_account.organization_already_has_client_account',
  );

/**
 * Inserts an account under the first free name. Another transaction that is about to take the same name is waited for,
 * so no two ever get it. @throws Failure 409 when the organization has an account
 */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<number> {
  const { organizationNumber, openedByProviderIds, ...fields } = account;
  for (const uniqueName of slugCandidates(account.displayName, organizationNumber)) {
    const [row] = await tx
      .insert(clientAccounts)
      .values({
        ...fields,
        uniqueName,
        openedByProviderIds: [...openedByProviderIds],
        createdAt: now,
        updatedAt: now,
        updatedById: account.createdById,
      })
      .onConflictDoNothing({ target: clientAccounts.uniqueName })
      .returning({ id: clientAccounts.id })
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'client_accounts_organization_key' ? organizationTaken() : error;
      });
    if (!row) continue;
    const { billingClientAccountId, organizationId, createdById } = account;
    const about = { clientAccountId: row.id, userId: createdById };
    await record(tx, { kind: 'account_opened', ...about, details: { organization_id: organizationId } });
    if (billingClientAccountId !== null)
      await record(tx, {
        kind: 'billing_changed',
        ...about,
        details: { billing_client_account_id: billingClientAccountId },
      });
    return row.id;
  }
  throw new Error('unreachable: there is always another name');
}

export interface AccountChanges {
  readonly displayName?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isProven?: true | undefined;
  readonly accountingCurrency?: string | undefined;
  readonly accountingLanguage?: AccountingLanguage | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly logoSha256?: Buffer | null | undefined;
  readonly logoMediaType?: ClientAccount['logoMediaType'] | undefined;
  readonly nextSaleInvoiceNumber?: number | undefined;
  readonly nextSaleCreditNoteNumber?: number | undefined;
}

/**
 * Changes what is named and raises the version. `updated_at` rises with each change: the row is locked, and the clock
 * may be behind what is stored.
 */
export async function updateAccount(
  tx: Tx,
  id: number,
  changes: AccountChanges,
  actorId: number,
  now: Date,
): Promise<void> {
  const next = sql`${clientAccounts.version} + 1`;
  await tx
    .update(clientAccounts)
    .set({
      ...changes,
      ...(changes.nextSaleInvoiceNumber === undefined ? {} : { saleInvoiceSetAtVersion: next }),
      ...(changes.nextSaleCreditNoteNumber === undefined ? {} : { saleCreditNoteSetAtVersion: next }),
      version: next,
      updatedAt: sql`greatest(${clientAccounts.updatedAt} + interval '1 millisecond', ${now.toISOString()}::timestamptz)`,
      updatedById: actorId,
    })
    .where(eq(clientAccounts.id, id));
  await record(tx, ...recordsOf(id, changes, actorId));
}

/** Settings of an account raise its version too, and are published by themselves. */
function recordsOf(
  clientAccountId: number,
  { isActive, isProven, ...others }: AccountChanges,
  userId: number,
): readonly SecurityEvent[] {
  const about = { clientAccountId, userId };
  const fields = Object.keys(others);
  return [
    ...(isActive === undefined
      ? []
      : [{ kind: isActive ? 'account_activated' : 'account_deactivated', ...about } as const]),
    ...(isProven ? [{ kind: 'account_proven', ...about } as const] : []),
    ...(fields.length > 0 ? [{ kind: 'account_changed', ...about, details: { fields } } as const] : []),
  ];
}

export interface AccountFilter {
  /** Whose accounts; null for an administrator, who reaches all. */
  readonly reachedBy: number | null;
  readonly userId: number;
  readonly hasDirectRole?: boolean | undefined;
  readonly isProvider?: boolean | undefined;
  readonly providerType?: 'ACCOUNTANT' | 'AUDITOR' | undefined;
  readonly isActive?: boolean | undefined;
  /** Of one and the same contract in which the account is the customer. */
  readonly contract?: {
    readonly providerClientAccountId?: number | undefined;
    readonly serviceProvided?: string | undefined;
    readonly isActive?: boolean | undefined;
  };
  readonly updatedFrom?: Date | undefined;
}

const is = (wanted: boolean | undefined, condition: SQL): SQL | undefined =>
  wanted === undefined ? undefined : wanted ? condition : sql`not ${condition}`;

function contractCondition(contract: NonNullable<AccountFilter['contract']>, today: string): SQL | undefined {
  const { providerClientAccountId, serviceProvided, isActive } = contract;
  const conditions = [
    providerClientAccountId === undefined ? undefined : sql`fc.provider_client_account_id = ${providerClientAccountId}`,
    serviceProvided === undefined ? undefined : sql`fc.service_provided = ${serviceProvided}`,
    is(isActive, contractInForce('fc', today)),
  ];
  if (conditions.every((condition) => condition === undefined)) return undefined;
  return sql`exists (select from contracts fc where ${and(sql`fc.client_account_id = ${clientAccounts.id}`, ...conditions)})`;
}

const isProviderCode = sql`(coalesce(${organizations.industryCode}, '') like '69.2%')`;

const conditionOf = (filter: AccountFilter, today: string): SQL | undefined =>
  and(
    filter.reachedBy === null
      ? undefined
      : reaches(filter.reachedBy, sql`${clientAccounts.id}`, today, { books: true }),
    is(filter.hasDirectRole, isLinked(filter.userId, sql`${clientAccounts.id}`)),
    is(filter.isProvider, isProviderCode),
    filter.providerType === undefined
      ? undefined
      : and(isProviderCode, is(filter.providerType === 'AUDITOR', sql`(${organizations.industryCode} = '69.202')`)),
    filter.isActive === undefined ? undefined : eq(clientAccounts.isActive, filter.isActive),
    filter.contract && contractCondition(filter.contract, today),
    filter.updatedFrom && gte(clientAccounts.updatedAt, filter.updatedFrom),
    isThere,
  );

const orderColumns = {
  id: sql`${clientAccounts.id}`,
  display_name: sql`${clientAccounts.displayName} collate "nb-x-icu"`,
  unique_name: sql`${clientAccounts.uniqueName}`,
  organization_number: sql`${organizations.organizationNumber}`,
  is_active: sql`${clientAccounts.isActive}`,
  created_at: sql`${clientAccounts.createdAt}`,
  updated_at: sql`${clientAccounts.updatedAt}`,
} as const;

const orderKinds: Partial<Record<keyof typeof orderColumns, TermKind>> = {
  id: 'integer',
  is_active: 'flag',
  created_at: 'instant',
  updated_at: 'instant',
};

export type AccountOrder = readonly { readonly field: keyof typeof orderColumns; readonly descending: boolean }[];

async function countAccounts(ex: Executor, filter: AccountFilter, today: string): Promise<number> {
  const [row] = await ex
    .select({ count: sql<string>`count(*)` })
    .from(clientAccounts)
    .innerJoin(organizations, eq(organizations.id, clientAccounts.organizationId))
    .where(conditionOf(filter, today));
  return Number(row?.count ?? 0);
}

const changes = changeOrder(clientAccounts.updatedAt, clientAccounts.id);

/** A page of the list: by default by name, with `updatedFrom` in the order of the changes. */
export async function findPage(
  ex: Executor,
  filter: AccountFilter,
  wanted: {
    readonly following: Following;
    readonly page: { readonly page: number; readonly per_page: number };
    readonly order: AccountOrder;
  },
  today: string,
): Promise<FollowedPage<ClientAccount>> {
  const terms = wanted.order.length > 0 ? wanted.order : [{ field: 'display_name', descending: false } as const];
  const ordered = terms.map(({ field, descending }) =>
    certain(field, orderKinds[field] ?? 'text', orderColumns[field], descending),
  );
  const reached = sql`select ${clientAccounts.id} from ${clientAccounts} where ${
    conditionOf({ reachedBy: filter.reachedBy, userId: filter.userId }, today) ?? sql`true`
  }`;
  return readFollowed({
    following: wanted.following,
    page: wanted.page,
    order: filter.updatedFrom === undefined ? keysetOf([...ordered, termOf('id', clientAccounts.id)]) : undefined,
    changes,
    count: () => countAccounts(ex, filter, today),
    async read({ order, after, limit, offset }) {
      const newest = sql<
        string | null
      >`(select ${newestOf(sql`n.updated_at`)} from client_accounts n where n.id in (${reached}))`;
      const place = { position: order.position, newest: order === changes ? sql<string | null>`null` : newest };
      const rows = await select(ex, today, and(conditionOf(filter, today), after), place)
        .orderBy(...order.orderBy)
        .limit(limit)
        .offset(offset);
      return rows.map(({ position, newest, ...row }) => ({ row: accountOf(row), position, newest }));
    },
  });
}

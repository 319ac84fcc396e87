import type { Principal } from '@app/access';
import type { BusinessPartnerOut } from '@app/api/organisation/business-partner';
import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import type { z } from 'zod';
import type { OrganizationSources } from '../organizations/find.ts';
import { organizationWire, reachedAccounts } from '../organizations/http.ts';
import { findOrganizations } from '../organizations/store.ts';
import { findUsers, publicUserWire, type UserDirectory } from '../tenancy/users.ts';
import type { PartnerNeighbours } from './outside.ts';
import { PAYABLES, type Partner, RECEIVABLES } from './partner.ts';

export type PartnerWire = z.input<typeof BusinessPartnerOut>;
export type PartnerRelation = 'organization' | 'user' | 'bank_accounts' | 'statistics';

export interface RelationSources extends OrganizationSources, PartnerNeighbours {
  readonly users: UserDirectory;
}

type Part = Partial<PartnerWire>;
/** One relation of partners of one client account: reads what all of them need at once, and gives each its part. */
type Loader = (
  sources: RelationSources,
  caller: Principal,
  partners: readonly Partner[],
) => Promise<(partner: Partner) => Part>;

const idsOf = (partners: readonly Partner[]): number[] => partners.map(({ id }) => id);

const loaders: Readonly<Record<PartnerRelation, Loader>> = {
  organization: async (sources, caller, partners) => {
    const ids = partners.flatMap(({ organizationId }) => organizationId ?? []);
    const organizations = await findOrganizations(sources.db.executor, [...new Set(ids)]);
    const reached = await reachedAccounts(sources, caller, organizations);
    const byId = new Map(organizations.map((one) => [one.id, organizationWire(one, reached)]));
    return ({ organizationId }) => present('organization', byId.get(organizationId ?? 0));
  },
  user: async ({ users }, _caller, partners) => {
    const found = await findUsers(
      users,
      partners.flatMap(({ userId }) => userId ?? []),
    );
    return ({ userId }) => {
      const user = found.get(userId ?? 0);
      return user ? { user: publicUserWire(user) } : {};
    };
  },
  bank_accounts: async ({ bankAccounts }, _caller, partners) => {
    const { bankAccounts: found } = await bankAccounts.ListPartnerBankAccounts({
      clientAccountId: partners[0]!.clientAccountId,
      businessPartnerIds: idsOf(partners),
    });
    return ({ id }) => ({
      bank_accounts: found.filter(({ businessPartnerId }) => businessPartnerId === id).map(bankAccountWire),
    });
  },
  statistics: async ({ ledger }, _caller, partners) => {
    const { balances } = await ledger.GetPartnerBalances({
      clientAccountId: partners[0]!.clientAccountId,
      businessPartnerIds: idsOf(partners),
      accountCodes: [RECEIVABLES, PAYABLES],
    });
    const on = (id: number, code: string): Decimal => {
      const found = balances.find(
        ({ businessPartnerId, accountCode }) => businessPartnerId === id && accountCode === code,
      );
      return found ? decimal(found.balance) : ZERO;
    };
    // What the partner owes, and what is owed to the partner: both positive in the ordinary case.
    return ({ id }) => ({
      statistics: {
        receivable_balance: formatMoney(on(id, RECEIVABLES)),
        payable_balance: formatMoney(on(id, PAYABLES).negated()),
      },
    });
  },
};

const present = <K extends keyof PartnerWire>(name: K, value: PartnerWire[K] | undefined): Part =>
  value === undefined ? {} : ({ [name]: value } as Part);

type BankAccount = Awaited<
  ReturnType<PartnerNeighbours['bankAccounts']['ListPartnerBankAccounts']>
>['bankAccounts'][number];

const bankAccountWire = (account: BankAccount): NonNullable<PartnerWire['bank_accounts']>[number] => ({
  id: account.id,
  created_at: account.createdAt,
  created_by_id: account.createdById ?? null,
  updated_at: account.updatedAt,
  updated_by_id: account.updatedById ?? null,
  client_account_id: account.clientAccountId,
  business_partner_id: account.businessPartnerId,
  name: account.name ?? null,
  type: account.type,
  bban: account.bban ?? null,
  iban: account.iban ?? null,
  bank_country: account.bankCountry ?? null,
  bank_name: account.bankName ?? null,
  bank_zip: account.bankZip ?? null,
  bank_city: account.bankCity ?? null,
  bic: account.bic ?? null,
  routing_number: account.routingNumber ?? null,
  currency_code: account.currencyCode ?? null,
  account_code: account.accountCode ?? null,
  is_house: false,
  is_active: account.isActive,
});

/**
 * What is embedded in each partner, in one read per relation however many partners there are. All are of one client
 * account.
 */
export async function loadRelations(
  sources: RelationSources,
  caller: Principal,
  partners: readonly Partner[],
  wanted: ReadonlySet<PartnerRelation>,
): Promise<(partner: Partner) => Part> {
  if (partners.length === 0) return () => ({});
  const parts = await Promise.all([...wanted].map((relation) => loaders[relation](sources, caller, partners)));
  return (partner) => Object.assign({}, ...parts.map((part) => part(partner)));
}

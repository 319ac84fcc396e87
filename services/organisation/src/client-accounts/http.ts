import type { Principal } from '@app/access';
import {
  createClientAccount,
  getClientAccount,
  listClientAccounts,
  updateClientAccount,
} from '@app/api/organisation/client-accounts';
import type { Api } from '@app/contract';
import { industryExtension, providerType } from '../organizations/organization.ts';
import * as store from '../tenancy/account-store.ts';
import { accountNotFound, type ClientAccount } from '../tenancy/client-account.ts';
import { instantOut } from '../wire.ts';
import { createClientAccount as create } from './create.ts';
import { type LogoAddresses, logoAddress } from './logo-address.ts';
import { serveLogos } from './logo-http.ts';
import { type ClientAccountWire, loadRelations, type Relation, type RelationSources } from './relations.ts';
import { type UpdateDependencies, updateClientAccount as update } from './update.ts';

export type ClientAccountDependencies = RelationSources & UpdateDependencies & LogoAddresses;

/** The account alone. Sale counters are write-only and never shown (CAC-R47). */
const accountWire = (deps: LogoAddresses, account: ClientAccount): ClientAccountWire => ({
  id: account.id,
  created_at: instantOut(account.createdAt),
  created_by_id: account.createdById,
  updated_at: instantOut(account.updatedAt),
  updated_by_id: account.updatedById,
  unique_name: account.uniqueName,
  display_name: account.displayName,
  is_active: account.isActive,
  is_proven: account.isProven,
  accounting_currency: account.accountingCurrency,
  accounting_language: account.accountingLanguage,
  organization_id: account.organizationId,
  organization_number: account.organizationNumber,
  logo_url: logoAddress(deps, account),
  metadata: account.metadata,
  selected_industry_extension: industryExtension(account.industryCode),
  is_provider: providerType(account.industryCode) !== null,
  provider_type: providerType(account.industryCode),
  is_vat_liable: account.isVatLiable,
  is_billing_account: account.isBillingAccount,
});

export function serveClientAccounts(api: Api, deps: ClientAccountDependencies): void {
  const { db, clock } = deps;

  const show = async (caller: Principal, id: number, wanted: ReadonlySet<Relation>): Promise<ClientAccountWire> => {
    const account = await store.findAccount(db.executor, id, clock.today());
    if (!account) throw accountNotFound(id);
    const relations = await loadRelations(deps, caller, [account], wanted);
    return { ...accountWire(deps, account), ...relations(account) };
  };

  serveLogos(api, deps, async (id) => {
    const account = await store.findAccount(db.executor, id, clock.today());
    if (!account) throw accountNotFound(id);
    return accountWire(deps, account);
  });

  api.serve(listClientAccounts, async ({ query, principal, following }) => {
    const filter: store.AccountFilter = {
      reachedBy: principal.isAdmin ? null : principal.userId,
      userId: principal.userId,
      hasDirectRole: query.has_direct_role,
      isProvider: query.is_provider,
      providerType: query.provider_type,
      isActive: query.is_active,
      contract: {
        providerClientAccountId: query['client_contracts.provider_client_account_id'],
        serviceProvided: query['client_contracts.service_provided'],
        isActive: query['client_contracts.is_active'],
      },
      updatedFrom: query.updated_from === undefined ? undefined : new Date(query.updated_from),
    };
    const today = clock.today();
    const { rows: accounts, meta } = await store.findPage(
      db.executor,
      filter,
      { following, page: query, order: query.order_by },
      today,
    );
    const relations = await loadRelations(deps, principal, accounts, query.with);
    return { data: accounts.map((account) => ({ ...accountWire(deps, account), ...relations(account) })), meta };
  });

  api.serve(getClientAccount, async ({ params, query, principal }) => show(principal, params.id, query.with));

  api.serve(createClientAccount, async ({ body, query, principal, commandKey, requireAccount }) => {
    const contracts = (body.client_contracts ?? []).map((contract) => ({
      providerClientAccountId: contract.provider_client_account_id,
      serviceProvided: contract.service_provided,
      startDate: contract.start_date ?? null,
    }));
    const id = await create(
      deps,
      principal,
      {
        organizationId: body.organization_id,
        organizationNumber: body.organization_number,
        displayName: body.display_name,
        accountingCurrency: body.accounting_currency,
        accountingLanguage: body.accounting_language,
        metadata: body.metadata,
        contracts,
      },
      commandKey,
    );
    const wanted = new Set<Relation>(query.with);
    if (contracts.length > 0) wanted.add('client_contracts');
    // The answer is about this account from here on: a repeat gets it for as long as the caller reaches that.
    await requireAccount(id).catch(() => undefined);
    return show(principal, id, wanted);
  });

  api.serve(updateClientAccount, async ({ params, query, principal, account, body, commandKey, dryRun }) => {
    await update(
      deps,
      params.id,
      {
        displayName: body.display_name,
        isActive: body.is_active,
        isProven: body.is_proven,
        accountingCurrency: body.accounting_currency,
        accountingLanguage: body.accounting_language,
        metadata: body.metadata,
        nextSaleInvoiceNumber: body.next_sale_invoice_number,
        nextSaleCreditNoteNumber: body.next_sale_credit_note_number,
      },
      { userId: principal.userId, isAdmin: principal.isAdmin, access: account },
      { commandKey, dryRun },
    );
    return show(principal, params.id, query.with);
  });
}

import { createAccount, deactivateAccount, getAccount, listAccounts, updateAccount } from '@app/api/ledger/accounts';
import { type Api, invalidField, notFound } from '@app/contract';
import { sharedLookup } from '@app/db';
import type { Language } from '@app/runtime';
import type { Account, AccountChange } from './account.ts';
import { type AccountsContext, changeAccount, createAccount as create, groupingOf } from './change.ts';
import { type AccountRelation, describeAccounts } from './representation.ts';
import * as store from './store.ts';

/** What a written account is answered with: all that could be sent. */
const written: ReadonlySet<AccountRelation> = new Set(['mandatory_dimensions', 'tax_codes']);

const missing = (id: number) => notFound(`There is no general ledger account ${id}`, 'accounting.account_not_found');

/** The chart of accounts over HTTP (docs/contract/accounts.md). */
export function serveAccounts(api: Api, context: AccountsContext): void {
  const { db } = context;

  const find = sharedLookup(db, store.findAccounts, ({ id }) => id);
  const load = async ({ params }: { readonly params: { readonly id: number } }): Promise<Account> => {
    const account = await find(params.id);
    if (!account) throw missing(params.id);
    return account;
  };
  const accountOf = (account: Account) => account.clientAccountId;

  const describeWritten = async (account: Account, language: Language) => {
    const embedding = { with: written, language, clientAccountId: account.clientAccountId };
    const [described] = await describeAccounts(db.executor, [account], embedding);
    return described!;
  };

  api.serve(listAccounts, async ({ query, language, following }) => {
    const filter = {
      clientAccountId: query.client_account_id ?? null,
      description: query.description,
      codes: query.account_code,
      isActive: query.is_active,
      updatedFrom: query.updated_from,
    };
    const isNorwegian = query.country_code === undefined || query.country_code === 'NO';
    const listing = { following, page: query, order: query.order_by, language };
    const { rows, meta } = await store.listAccounts(db.executor, { ...filter, isNorwegian }, listing);
    return {
      data: await describeAccounts(db.executor, rows, {
        with: query.with,
        language,
        clientAccountId: filter.clientAccountId,
      }),
      meta,
    };
  });

  api.serve(getAccount, {
    load,
    accountOf,
    handle: async ({ resource, query, language }) => {
      const asked = query.client_account_id;
      // An account of one company does not exist for another.
      if (resource.clientAccountId !== null && asked !== undefined && asked !== resource.clientAccountId)
        throw missing(resource.id);
      const clientAccountId = resource.clientAccountId ?? asked ?? null;
      if (query.with.has('statistics') && clientAccountId === null)
        throw invalidField(
          'client_account_id',
          'is required with with=statistics: statistics are those of one client account',
        );
      const [described] = await describeAccounts(db.executor, [resource], {
        with: query.with,
        language,
        clientAccountId,
      });
      return described!;
    },
  });

  api.serve(createAccount, async ({ body, principal, language }) => {
    const account = await create(context, principal.userId, {
      clientAccountId: body.client_account_id,
      code: body.account_code,
      nob: body.description_nob,
      eng: body.description_eng || null,
      mandatoryDimensions: body.mandatory_dimensions ?? [],
      taxCodeIds: body.tax_code_ids ?? [],
      grouping: groupingOf(body.grouping_category ?? null, body.grouping_code ?? null) ?? null,
    });
    return describeWritten(account, language);
  });

  api.serve(updateAccount, {
    load,
    accountOf,
    handle: async ({ resource, body, principal, language }) => {
      if (body.account_code !== undefined && body.account_code !== resource.code)
        throw invalidField('account_code', `an account keeps its code, which is ${resource.code}`);
      if (
        body.client_account_id !== undefined &&
        body.client_account_id !== resource.clientAccountId &&
        resource.clientAccountId !== null
      )
        throw invalidField(
          'client_account_id',
          `an account keeps its client account, which is ${resource.clientAccountId}`,
        );
      const grouping = groupingOf(body.grouping_category, body.grouping_code);
      const change: AccountChange = {
        ...(body.description_nob === undefined ? {} : { nob: body.description_nob }),
        ...(body.description_eng === undefined ? {} : { eng: body.description_eng || null }),
        ...(body.is_active === undefined ? {} : { isActive: body.is_active }),
        ...(body.mandatory_dimensions === undefined ? {} : { mandatoryDimensions: body.mandatory_dimensions ?? [] }),
        ...(body.tax_code_ids === undefined ? {} : { taxCodeIds: body.tax_code_ids ?? [] }),
        ...(grouping === undefined ? {} : { grouping }),
      };
      return describeWritten(await changeAccount(context, principal.userId, resource, change), language);
    },
  });

  api.serve(deactivateAccount, {
    load,
    accountOf,
    handle: async ({ resource, principal, language }) => {
      const isDone = resource.clientAccountId !== null && !resource.isActive;
      const account = isDone ? resource : await changeAccount(context, principal.userId, resource, { isActive: false });
      return describeWritten(account, language);
    },
  });
}

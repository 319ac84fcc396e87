import type { IncomingHttpHeaders } from 'node:http';
import {
  commitSaftImport,
  createSaftImport,
  deleteSaftImport,
  getSaftImport,
  listSaftImports,
  type SaftImportOut,
} from '@app/api/ledger/index';
import { type Api, invalidField } from '@app/contract';
import { conflict } from '@app/contract/failure';
import { lockName } from '@app/db';
import { type Language, timestamp } from '@app/runtime';
import { inWordsOf, prefersNorwegian } from '@app/translation';
import type { z } from 'zod';
import { commitImport, importNotFound, underWay } from './commit.ts';
import type { SaftContext } from './context.ts';
import type { Problem, Report, ReportedAccount, SaftImport, Wishes } from './saft-import.ts';
import * as store from './store.ts';
import type { ImportWork } from './work.ts';

/** Imports of a company: each holds its file and what was read from it. */
const MOST = 10;

/** Binds the endpoints of imports of SAF-T files (docs/contract/saft-imports.md). */
export function serveSaftImports(api: Api, context: SaftContext, work: Pick<ImportWork, 'wake'>): void {
  const { db, clock } = context;
  const byPath = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<SaftImport> => {
      const found = await store.findImport(db.executor, params.id);
      if (!found) throw importNotFound(params.id);
      return found;
    },
    accountOf: ({ clientAccountId }: SaftImport) => clientAccountId,
  };

  api.serve(createSaftImport, async ({ account, body, principal, headers }) => {
    const { clientAccountId } = account;
    const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
    const file = typeof body === 'string' ? Buffer.from(body) : body;
    const made = await db.write(async (tx) => {
      await lockName(tx, `saft-imports:${clientAccountId}`);
      if ((await store.countImports(tx, clientAccountId)) >= MOST)
        throw conflict(
          `The client account has ${MOST} imports of SAF-T files; delete one of them first`,
          'saft_import.too_many',
        );
      const now = clock.now().toString();
      return store.insertImport(tx, { clientAccountId, actorId: principal.userId, mediaType, now }, file);
    });
    work.wake();
    return presentImport(made, languageFor(headers), false);
  });

  api.serve(listSaftImports, async ({ account, query, headers }) => {
    const { imports, meta } = await store.listImports(db.executor, account.clientAccountId, query);
    return { data: imports.map((each) => presentImport(each, languageFor(headers), false)), meta };
  });

  api.serve(getSaftImport, {
    ...byPath,
    handle: async ({ resource, query, headers }) =>
      presentImport(resource, languageFor(headers), query.with.has('accounts')),
  });

  api.serve(commitSaftImport, {
    ...byPath,
    handle: async ({ resource, body, principal, headers }) => {
      const begun = await commitImport(
        context,
        resource,
        principal.userId,
        wishesOf(body.accounts),
        body.other_organization,
      );
      work.wake();
      return presentImport(begun, languageFor(headers), false);
    },
  });

  api.serve(deleteSaftImport, {
    ...byPath,
    handle: async ({ resource }) => {
      await db.write(async (tx) => {
        const found = await store.lockImport(tx, resource);
        if (found?.state === 'IMPORTING') throw underWay(resource.id);
        if (found && found.state !== 'DONE' && found.entriesPosted > 0)
          throw conflict(
            `The import ${resource.id} has posted a part of its entries; commit it again so that it ends`,
            'saft_import.under_way',
          );
        await store.giveUpImport(tx, resource);
      });
      await store.removeImport(db, resource);
      return {};
    },
  });
}

/** @throws Failure 400 for an account that is named twice */
function wishesOf(
  accounts: readonly { readonly account_id: string; readonly account_code: string }[] | undefined,
): Wishes | undefined {
  if (accounts === undefined) return undefined;
  const wishes = new Map<string, string>();
  for (const { account_id, account_code } of accounts) {
    if (wishes.has(account_id)) throw invalidField('accounts', `names the account ${account_id} twice`);
    wishes.set(account_id, account_code);
  }
  return Object.fromEntries(wishes);
}

/** Problems are in the language that failures would be in. */
const languageFor = (headers: IncomingHttpHeaders): Language =>
  prefersNorwegian(headers['accept-language']) ? 'nob' : 'eng';

type Wire = z.input<typeof SaftImportOut>;

const secondsOf = (text: string): string =>
  timestamp(Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')));

const presentImport = (found: SaftImport, language: Language, withAccounts: boolean): Wire => ({
  id: found.id,
  client_account_id: found.clientAccountId,
  state: found.state,
  created_at: secondsOf(found.createdAt),
  created_by_id: found.createdById,
  committed_at: found.committedAt && secondsOf(found.committedAt),
  committed_by_id: found.committedById,
  finished_at: found.finishedAt && secondsOf(found.finishedAt),
  entries_done: Math.max(found.lastPosted, 0),
  entries_posted: found.entriesPosted,
  faults: (found.faults ?? []).map((fault) => presentProblem(fault, language)),
  report: found.report && presentReport(found.report, language),
  ...(withAccounts ? { accounts: (found.report?.accounts ?? []).map(presentAccount) } : {}),
});

const presentReport = (report: Report, language: Language): NonNullable<Wire['report']> => ({
  version: report.version,
  company_name: report.companyName,
  organization_number: report.organizationNumber,
  is_other_organization: report.isOtherOrganization,
  currency_code: report.currency,
  date_from: report.from,
  date_to: report.to,
  accounts: report.accounts.length,
  accounts_new: new Set(report.accounts.flatMap(({ code, mappedBy }) => (mappedBy === 'new_account' ? [code] : [])))
    .size,
  accounts_unmapped: report.accounts.filter(({ code }) => code === null).length,
  partners: report.partners,
  partners_with_organization: report.partnersWithOrganization,
  tax_codes: report.taxCodes,
  entries: report.entries,
  debit: report.debit,
  credit: report.credit,
  line_count: report.lines,
  opening: report.opening,
  closing: report.closing,
  problem_count: report.problemCount,
  problems: report.problems.map((problem) => presentProblem(problem, language)),
  notices: report.notices.map((notice) => presentProblem(notice, language)),
});

/** Problems are found and kept in English, and shown in the caller's language. */
const presentProblem = (problem: Problem, language: Language): Problem => ({
  ...problem,
  message: inWordsOf(problem.message, language),
});

const presentAccount = (account: ReportedAccount): NonNullable<Wire['accounts']>[number] => ({
  account_id: account.id,
  description: account.name,
  account_code: account.code,
  mapped_by: account.mappedBy,
  opening: account.opening,
  debit: account.debit,
  credit: account.credit,
  closing: account.closing,
  difference: account.difference,
});

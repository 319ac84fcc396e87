import {
  cancelJournalEntry as cancelEndpoint,
  createJournalEntry,
  deleteJournalEntry,
  type entryContent,
  getJournalEntry,
  type JournalLineIn,
  listJournalEntries,
  updateJournalEntry,
} from '@app/api/ledger/index';
import { type Api, reply } from '@app/contract';
import { invalidField } from '@app/contract/failure';
import type { Users, WireUser } from '@app/records';
import type { z } from 'zod';
import type { Books } from './books.ts';
import { cancelJournalEntry, removeDraft } from './cancel.ts';
import { createJournalEntries } from './create.ts';
import type { JournalEntry, LineRequest } from './journal-entry.ts';
import { sentFields } from './line-fields.ts';
import { changeMetadata } from './metadata.ts';
import { presentEntry, type WireEntry } from './present.ts';
import { entryNotFound, replaceDraft } from './replace-draft.ts';
import type { EntryRequest } from './write.ts';

const LIST_LIMIT = 100;
const userRelations = ['created_by', 'updated_by', 'posted_by'] as const;

/**
 * Binds the endpoints of journal entries to their operations.
 * @param assertMayGo throws a Failure for a posted entry that goes with another record alone
 */
export function serveJournalEntries(
  api: Api,
  books: Books,
  users: Users,
  assertMayGo: (clientAccountId: number, entryId: number) => Promise<void>,
): void {
  const show = async (
    entries: readonly JournalEntry[],
    call: { readonly language: 'nob' | 'eng'; readonly query: { readonly with: ReadonlySet<string> } },
    options: { readonly remembered?: boolean; readonly people?: ReadonlyMap<number, WireUser> } = {},
  ): Promise<WireEntry[]> => {
    const wanted = call.query.with;
    const ids = entries.flatMap(({ lines }) => lines.map(({ accountId }) => accountId));
    const accounts = wanted.has('lines.account') ? await books.accounts.describe(ids, options) : undefined;
    const relations = new Set<string>(userRelations.filter((relation) => wanted.has(relation)));
    const found = options.people ?? (await findPeople(wanted, entries.flatMap(usersOf)));
    const shown = { language: call.language, accounts, users: { found, relations } };
    return entries.map((entry) => presentEntry(entry, shown));
  };

  /** The people that an answer embeds; nobody is asked about where it embeds none. @throws Failure 503 */
  const findPeople = async (
    wanted: ReadonlySet<string>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, WireUser>> =>
    userRelations.some((relation) => wanted.has(relation)) ? users.find(ids) : new Map();

  /** The entry of the path; its client account guards it. */
  const byPath = {
    load: async ({ params }: { readonly params: { readonly id: number } }) => {
      const located = await books.entries.locate(params.id);
      if (!located) throw entryNotFound(params.id);
      return located;
    },
    accountOf: (located: { readonly clientAccountId: number }) => located.clientAccountId,
  };
  const read = async ({
    id,
    clientAccountId,
  }: {
    readonly id: number;
    readonly clientAccountId: number;
  }): Promise<JournalEntry> => {
    const entry = await books.entries.find(clientAccountId, id);
    if (!entry) throw entryNotFound(id);
    return entry;
  };

  api.serve(listJournalEntries, async (call) => {
    const { query } = call;
    const { rows, meta } = await books.entries.list(
      {
        clientAccountId: call.account.clientAccountId,
        dateFrom: query.date_from,
        dateTo: query.date_to,
        relationType: query.relation_type,
        relationId: query.relation_id,
        externalId: query.external_id,
        includeDrafts: query.include_drafts,
        updatedFrom: query.updated_from,
      },
      call.following,
      LIST_LIMIT,
    );
    return { data: await show(rows, call), meta };
  });

  api.serve(createJournalEntry, async (call) => {
    const { body } = call;
    const account = { clientAccountId: call.account.clientAccountId, actorId: call.principal.userId };
    // Before anything is stored: whoever sent no key must not be refused an entry that is in the books.
    const people = await findPeople(call.query.with, [account.actorId]);
    const entries = await createJournalEntries(books, account, [newEntryRequest(body)]);
    return (await show(entries, call, { remembered: true, people }))[0]!;
  });

  api.serve(getJournalEntry, {
    ...byPath,
    handle: async (call) => (await show([await read(call.resource)], call))[0]!,
  });

  api.serve(updateJournalEntry, {
    ...byPath,
    handle: async (call) => {
      const { body, resource } = call;
      if (body.id != null && body.id !== resource.id)
        throw invalidField('id', `is ${body.id}, but the path names entry ${resource.id}`);
      if (body.client_account_id != null && body.client_account_id !== resource.clientAccountId)
        throw invalidField(
          'client_account_id',
          `is ${body.client_account_id}; an entry stays in client account ${resource.clientAccountId}`,
        );
      const header = {
        isDraft: body.is_draft ?? true,
        ...(body.description === undefined ? {} : { description: body.description ?? '' }),
        ...(body.voucher_id === undefined ? {} : { voucherId: body.voucher_id }),
        // One of the two alone would leave the other to what was there before.
        ...(body.relation_type === undefined && body.relation_id === undefined
          ? {}
          : { relationType: body.relation_type || null, relationId: body.relation_id ?? null }),
        ...(body.external_id === undefined ? {} : { externalId: body.external_id }),
        ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
      };
      const account = { clientAccountId: resource.clientAccountId, actorId: call.principal.userId };
      const entry = await replaceDraft(books, account, await read(resource), {
        header,
        lines: body.lines.map(lineRequest),
      });
      return (await show([entry], call))[0]!;
    },
  });

  api.serve(cancelEndpoint, {
    ...byPath,
    handle: async (call) => {
      const { body, resource } = call;
      const account = { clientAccountId: resource.clientAccountId, actorId: call.principal.userId };
      if (body.metadata !== undefined) await changeMetadata(books, account, resource.id, body.metadata);
      if (typeof body.cancelled === 'string' && body.cancelled.trim() === 'Y') {
        await assertMayGo(resource.clientAccountId, resource.id);
        const outcome = await cancelJournalEntry(books, account, resource.id, body.cancellation_reason ?? null);
        if (outcome === 'removed') return reply(200, {});
      }
      return (await show([await read(resource)], call))[0]!;
    },
  });

  api.serve(deleteJournalEntry, {
    ...byPath,
    handle: async ({ resource }) => {
      await removeDraft(books, resource.clientAccountId, resource.id);
      return {};
    },
  });
}

const usersOf = ({ createdById, updatedById, postedById }: JournalEntry): number[] =>
  [createdById, updatedById, postedById].filter((id) => id !== null);

/** A new entry as the body of POST, or one entry of a batch, asks for it. */
export const newEntryRequest = (body: z.output<z.ZodObject<typeof entryContent>>): EntryRequest => ({
  header: {
    isDraft: body.is_draft ?? false,
    description: body.description ?? '',
    voucherId: body.voucher_id ?? null,
    relationType: body.relation_type || null,
    relationId: body.relation_id ?? null,
    relationNumber: null,
    externalId: body.external_id ?? null,
    metadata: body.metadata ?? null,
  },
  lines: body.lines.map(lineRequest),
});

const lineRequest = (line: z.output<typeof JournalLineIn>): LineRequest => ({
  ...sentFields(line),
  dimensions: line.dimensions?.map(({ relation_type, relation_id }) => ({
    relationType: relation_type,
    relationId: relation_id,
  })),
});

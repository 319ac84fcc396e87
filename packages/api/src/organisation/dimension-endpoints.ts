import { cursorText, endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  CreatedAt,
  CreatedById,
  IsActive,
  pathId,
  RecordId,
  SequenceNumber,
  UpdatedAt,
  UpdatedById,
} from '../fields.ts';
import { followedListOf } from '../pagination.ts';
import { Flag, IdText } from '../scalars.ts';
import { AccountNameOut } from './contracts.ts';

/** What every dimension value shows. */
export const dimensionOut = {
  id: RecordId,
  client_account_id: ClientAccountId,
  name: z.string().describe('Name, unique among the active ones of the client account.'),
  is_active: IsActive,
  client_account: AccountNameOut.optional().describe('The client account, embedded.'),
};

/** The number within the client account, and audit fields. */
export const numberedOut = {
  sequence_number: SequenceNumber,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
};

interface Dimension<One, Many, Filters, Order, Create, Change, Output extends z.ZodType> {
  /** `Department` and `Departments`, as the names of operations carry them. */
  readonly one: One;
  readonly many: Many;
  /** Word for people and beginning of the error codes: `department`. */
  readonly word: string;
  /** `/api/v2/departments` */
  readonly path: string;
  readonly pageSize: number;
  /** Of the list, besides those that every dimension has. */
  readonly filters: Filters;
  readonly orders: readonly Order[];
  /** Fields of the body besides `client_account_id`. */
  readonly create: Create;
  readonly change: Change;
  readonly output: Output;
  /** One that the demo company has, the fields of one that is created, and a change of that. */
  readonly example: {
    readonly record: z.output<Output> & { readonly id: number };
    readonly create: object;
    readonly change: object;
  };
  readonly createFailures?: readonly string[];
  readonly tool?: { readonly name: string; readonly title: string };
}

/**
 * The five operations that departments, projects and tags share (docs/contract/dimensions.md): list, get, create,
 * change, deactivate. A list without client_account_id covers every account the caller reaches.
 */
export function dimensionEndpoints<
  const One extends string,
  const Many extends string,
  Filters extends z.ZodRawShape,
  const Order extends string,
  Create extends z.ZodRawShape,
  Change extends z.ZodRawShape,
  Output extends z.ZodObject,
>(dimension: Dimension<One, Many, Filters, Order, Create, Change, Output>) {
  const { one, many, word, path, output } = dimension;
  const examples = examplesOf(dimension.example, dimension.pageSize);
  const byId = {
    service: 'organisation',
    path: `${path}/{id}`,
    envelope: standard,
    params: pathId(word),
    notFoundCode: `${word}.not_found`,
  } as const;
  const query = z.object({ with: relations(['client_account']) });

  return {
    list: endpoint({
      name: `organisation.list${many}` as const,
      summary: `The ${word}s of one or more client accounts`,
      description: 'By default those of every client account the caller reaches, active and inactive ones.',
      service: 'organisation',
      method: 'GET',
      path,
      envelope: standard,
      account: { in: 'query', field: 'client_account_id', take: 'list' },
      query: z.object({
        client_account_id: list(IdText, 'Those of these client accounts.').optional(),
        is_active: Flag.optional().describe('True for active ones, false for inactive ones.'),
        ...dimension.filters,
        cursor: cursorText,
        order_by: orderBy(dimension.orders),
        with: relations(['client_account']),
        ...paging({ size: dimension.pageSize }),
      }),
      status: 200,
      output: followedListOf(output),
      example: examples.list,
      ...(dimension.tool ? { tool: dimension.tool } : {}),
    }),
    get: endpoint({
      ...byId,
      name: `organisation.get${one}` as const,
      summary: `One ${word}`,
      description: 'Active or not.',
      method: 'GET',
      query,
      status: 200,
      output,
      example: examples.get,
      failures: [`${word}.not_found`],
    }),
    create: endpoint({
      name: `organisation.create${one}` as const,
      summary: `Create a ${word}`,
      description: 'Names are unique among the active ones of a client account, whatever their case.',
      service: 'organisation',
      method: 'POST',
      path,
      envelope: standard,
      account: { in: 'body', field: 'client_account_id', take: 'one' },
      query,
      body: z.object({ client_account_id: ClientAccountIdIn, ...dimension.create }),
      status: 201,
      output,
      example: examples.create,
      location: (created) => `${path}/${(created as { readonly id: number }).id}`,
      failures: [`${word}.name_taken`, ...(dimension.createFailures ?? []), 'client_account.inactive'],
    }),
    update: endpoint({
      ...byId,
      name: `organisation.update${one}` as const,
      summary: `Change a ${word}`,
      description: 'Only the fields that are sent change; its client account never does.',
      method: 'PUT',
      query,
      body: z.object(dimension.change),
      status: 200,
      output,
      example: examples.update,
      failures: [`${word}.not_found`, `${word}.name_taken`, 'client_account.inactive'],
    }),
    deactivate: endpoint({
      ...byId,
      name: `organisation.deactivate${one}` as const,
      summary: `Deactivate a ${word}`,
      description: 'It stays on the lines that carry it; new lines cannot.',
      method: 'DELETE',
      query,
      status: 200,
      output,
      example: examples.deactivate,
      failures: [`${word}.not_found`, 'client_account.inactive'],
    }),
  };
}

/**
 * The examples of the five operations. Their types are hidden by the generics here; the check of the document reads
 * them with the schemas.
 */
function examplesOf(
  example: { readonly record: object & { readonly id: number }; readonly create: object; readonly change: object },
  pageSize: number,
) {
  const { record, create, change } = example;
  const beginning = {
    sequence_number: 4,
    created_at: demo.now,
    created_by_id: demo.users.owner,
    updated_at: demo.now,
    updated_by_id: demo.users.owner,
  };
  const created = { ...record, ...('sequence_number' in record ? beginning : {}) };
  const made = { ...created, ...create, id: 4 };
  const params = { id: made.id };
  const examples = {
    list: { query: { client_account_id: demo.company.id }, answer: lastPageOf(record, pageSize) },
    get: { params: { id: record.id }, answer: record },
    create: { body: { client_account_id: demo.company.id, ...create }, answer: made },
    update: { params, body: change, answer: { ...made, ...change } },
    deactivate: { params, answer: { ...made, ...change, is_active: false } },
  };
  return examples as unknown as Readonly<Record<keyof typeof examples, never>>;
}

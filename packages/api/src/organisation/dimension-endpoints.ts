import { cursorText, endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { followedListOf } from '../pagination.ts';
import { Flag, Id, IdText, Timestamp } from '../scalars.ts';
import { AccountNameOut } from './contracts.ts';

/** What every dimension value shows. */
export const dimensionOut = {
  id: z.int(),
  client_account_id: z.int(),
  name: z.string(),
  is_active: z.boolean(),
  client_account: AccountNameOut.optional(),
};

/** The number within the client account, and audit fields. */
export const numberedOut = {
  sequence_number: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  updated_at: Timestamp,
  updated_by_id: z.int().nullable(),
};

interface Dimension<One, Many, Filters, Order, Create, Change, Output> {
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
  readonly createFailures?: readonly string[];
  readonly tool?: { readonly name: string; readonly title: string };
}

/**
 * The five operations that departments, projects and tags share (document 4 section 12.2): list, get, create, change, deactivate. A list
 * without client_account_id covers every account the caller reaches.
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
  const byId = {
    service: 'organisation',
    path: `${path}/{id}`,
    envelope: standard,
    params: z.object({ id: IdText }),
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
        client_account_id: list(IdText).optional(),
        is_active: Flag.optional(),
        ...dimension.filters,
        cursor: cursorText,
        order_by: orderBy(dimension.orders),
        with: relations(['client_account']),
        ...paging({ size: dimension.pageSize }),
      }),
      status: 200,
      output: followedListOf(output),
      ...(dimension.tool ? { tool: dimension.tool } : {}),
    }),
    get: endpoint({
      ...byId,
      name: `organisation.get${one}` as const,
      summary: `One ${word}`,
      method: 'GET',
      query,
      status: 200,
      output,
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
      body: z.object({ client_account_id: Id, ...dimension.create }),
      status: 201,
      output,
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
      failures: [`${word}.not_found`, 'client_account.inactive'],
    }),
  };
}

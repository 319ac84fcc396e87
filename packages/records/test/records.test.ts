import { Failure } from '@app/contract/failure';
import { expect, it } from 'vitest';
import { askOwner, createNamedRecords, createPartners, createUsers, differences, instantOrNull } from '../src/index.ts';

it('changes what was sent and is not so already, and nothing else', () => {
  const record = { name: 'Kurv', tags: [1, 2], description: null };
  expect(differences(record, { name: 'Kurv', tags: [1, 2] })).toEqual({});
  expect(differences(record, { name: 'Ordre', tags: [2, 1], description: undefined })).toEqual({
    name: 'Ordre',
    tags: [2, 1],
  });
});

it('shows moments in whole seconds of UTC, cut and not rounded', () => {
  expect(instantOrNull(new Date('2026-03-01T10:00:59.999Z'))).toBe('2026-03-01T10:00:59Z');
  expect(instantOrNull(null)).toBeNull();
});

it('names every field whose record is not there, and asks about each kind once', async () => {
  const asked: unknown[] = [];
  const owner = {
    Resolve: async (question: { readonly type: string; readonly ids?: readonly number[] }) => {
      asked.push(question);
      return { references: [{ id: 1 }] as never[] };
    },
  };
  const named = createNamedRecords({
    project: askOwner(owner as never, 'project'),
    item: async (_clientAccountId, ids) => new Set(ids),
  });
  const refused = named.require(7, [
    { field: 'project_id', kind: 'project', id: 1 },
    { field: 'lines.0.project_id', kind: 'project', id: 2 },
    { field: 'lines.1.project_id', kind: 'project', id: 2 },
    { field: 'item_id', kind: 'item', id: 5 },
    { field: 'other_id', kind: 'item', id: null },
  ]);
  const failure = await refused.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({
    status: 400,
    details: {
      fields: ['lines.0.project_id', 'lines.1.project_id'].map((field) =>
        expect.objectContaining({ field, message: 'There is no project 2 in this client account' }),
      ),
    },
  });
  expect(asked).toEqual([{ clientAccountId: 7, type: 'project', ids: [1, 2] }]);
});

it('asks about no user where none is named, and about partners in bounded calls', async () => {
  const calls: number[] = [];
  const users = createUsers({ GetUsers: () => Promise.reject(new Error('nobody was named')) });
  expect(await users.find([])).toEqual(new Map());
  const partners = createPartners({
    GetPartners: async ({ ids = [] }) => {
      calls.push(ids.length);
      return { partners: ids.map((id) => ({ id, metadata: '{"size":1.10}' }) as never) };
    },
  });
  const found = await partners.find(7, [...Array(1_500).keys(), 3, 3]);
  expect([found.size, calls]).toEqual([1_500, [1_000, 500]]);
});

import type { VoucherStatementOut } from '@app/api/documents/index';
import type { Executor } from '@app/db';
import { instantOut, type Partners, type Users } from '@app/records';
import type { z } from 'zod';
import { collectionsById } from '../collections/wire.ts';
import type { Names } from '../outside/names.ts';
import type { VoucherStatement } from './statement.ts';

export type WireStatement = z.input<typeof VoucherStatementOut>;
export type StatementRelation = 'created_by' | 'payor' | 'project' | 'collection' | 'tags';

export interface StatementPresenting {
  readonly users: Users;
  readonly partners: Partners;
  readonly names: Names;
}

/** Statements of one client account as callers see them, with the relations they ask for. @throws Failure 503 */
export async function presentStatements(
  { users, partners, names }: StatementPresenting,
  ex: Executor,
  clientAccountId: number,
  statements: readonly VoucherStatement[],
  relations: ReadonlySet<StatementRelation>,
): Promise<readonly WireStatement[]> {
  const every = (idOf: (statement: VoucherStatement) => number | null): readonly number[] =>
    statements.flatMap((statement) => idOf(statement) ?? []);
  const [creators, payors, projects, collections, tags] = await Promise.all([
    relations.has('created_by') ? users.find(every(({ createdById }) => createdById)) : undefined,
    relations.has('payor')
      ? partners.find(
          clientAccountId,
          every(({ payorId }) => payorId),
        )
      : undefined,
    relations.has('project')
      ? names.find(
          clientAccountId,
          'project',
          every(({ projectId }) => projectId),
        )
      : undefined,
    relations.has('collection')
      ? collectionsById(
          ex,
          clientAccountId,
          every(({ collectionId }) => collectionId),
        )
      : undefined,
    relations.has('tags')
      ? names.find(
          clientAccountId,
          'tag',
          statements.flatMap(({ tagIds }) => tagIds),
        )
      : undefined,
  ]);
  return statements.map((statement) => ({
    ...statementWire(statement),
    ...(creators ? { created_by: creators.get(statement.createdById) ?? null } : {}),
    ...(payors ? { payor: payors.get(statement.payorId ?? 0) ?? null } : {}),
    ...(projects ? { project: projects.get(statement.projectId ?? 0) ?? null } : {}),
    ...(collections ? { collection: collections.get(statement.collectionId ?? 0) ?? null } : {}),
    ...(tags ? { tags: statement.tagIds.flatMap((id) => tags.get(id) ?? []) } : {}),
  }));
}

const statementWire = (statement: VoucherStatement): WireStatement => ({
  id: statement.id,
  created_at: instantOut(statement.createdAt),
  created_by_id: statement.createdById,
  user_id: statement.userId,
  client_account_id: statement.clientAccountId,
  voucher_id: statement.voucherId,
  voucher_category_id: statement.voucherCategoryId,
  purpose: statement.purpose,
  participants: statement.participants.map(({ name, company }) => ({ name, company })),
  payment_method: statement.paymentMethod,
  payor_id: statement.payorId,
  project_id: statement.projectId,
  collection_id: statement.collectionId,
  tag_ids: [...statement.tagIds],
  comment: statement.comment,
});

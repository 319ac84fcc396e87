import type { Failure } from '@app/contract/failure';
import type { z } from 'zod';
import type { useCases } from '../schema/use-cases.ts';
import { type KeptRefusal, refusalFrom } from './refusal.ts';

export type Row = typeof useCases.$inferSelect;

/** One use case that was begun, as it stands. */
export type Run<Intent, Result> = {
  readonly commandKey: string;
  readonly clientAccountId: number | null;
  /** How often it was gone on with, this time included: says who holds it. */
  readonly attempts: number;
} & (
  | { readonly state: 'open'; readonly intent: Intent }
  | { readonly state: 'undoing'; readonly intent: Intent; readonly refusal: Failure }
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'refused'; readonly refusal: Failure }
);

/** A run whose intent was just stored. */
export const openRun = <Intent>({
  commandKey,
  clientAccountId,
  intent,
}: {
  readonly commandKey: string;
  readonly clientAccountId: number | null;
  readonly intent: Intent;
}): Run<Intent, never> => ({ commandKey, clientAccountId, attempts: 1, state: 'open', intent });

/** Shapes of what a use case keeps as JSON. */
export interface Shapes<Intent, Result> {
  readonly intent: z.ZodType<Intent>;
  readonly result: z.ZodType<Result>;
}

/** @throws ZodError when a row does not hold what the use case keeps */
export function runOf<Intent, Result>(row: Row, shapes: Shapes<Intent, Result>): Run<Intent, Result> {
  const { commandKey, clientAccountId, attempts, state } = row;
  const common = { commandKey, clientAccountId, attempts };
  const refusal = () => refusalFrom(row.refusal as KeptRefusal);
  switch (state) {
    case 'open':
      return { ...common, state, intent: shapes.intent.parse(row.intent) };
    case 'undoing':
      return { ...common, state, intent: shapes.intent.parse(row.intent), refusal: refusal() };
    case 'done':
      return { ...common, state, result: shapes.result.parse(row.result) };
    case 'refused':
      return { ...common, state, refusal: refusal() };
  }
}

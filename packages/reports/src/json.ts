import type { AnyEndpoint } from '@app/contract';
import { z } from 'zod';
import { inPieces, type Rows } from './rows.ts';

/**
 * The JSON answer of a report, piece by piece: a bare array, or `{meta, data}`, as the endpoint declares it. The
 * declared schema is applied to every row, so that nothing undeclared leaves the house.
 */
export function renderJson(
  { name, output }: AnyEndpoint,
  rows: Rows<unknown>,
  meta: unknown,
): AsyncGenerator<string, void> {
  if (output instanceof z.ZodArray) return inPieces(listed(output.element, rows, '[', ']'));
  const { meta: metaSchema, data } = output instanceof z.ZodObject ? (output.shape as Record<string, unknown>) : {};
  if (!(data instanceof z.ZodArray) || !(metaSchema instanceof z.ZodType))
    throw new Error(`${name} declares neither a list nor an object of meta and data`);
  return inPieces(listed(data.element, rows, `{"meta":${JSON.stringify(metaSchema.parse(meta))},"data":[`, ']}'));
}

async function* listed(
  schema: unknown,
  rows: Rows<unknown>,
  opening: string,
  closing: string,
): AsyncGenerator<string, void> {
  let before = opening;
  for await (const row of rows) {
    yield before + JSON.stringify((schema as z.ZodType).parse(row));
    before = ',';
  }
  yield before === opening ? opening + closing : closing;
}

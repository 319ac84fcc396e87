import { type Failure, invalid } from '@app/contract/failure';

const ACTIONS = ['NONE', 'ARCHIVE', 'DELETE'] as const;

/** What becomes of the sources. */
export type SourceAction = (typeof ACTIONS)[number];

const refused = (code: string, field: string, message: string): Failure => invalid(message, [{ field, message }], code);

export const mergeFailed = (message: string): Failure => refused('voucher.merge_failed', 'voucher_ids', message);
export const splitFailed = (message: string): Failure => refused('voucher.split_failed', 'voucher_id', message);

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** @throws Failure 400 `voucher.invalid_source_action` */
export function readAction(value: unknown): SourceAction {
  const action = ACTIONS.find((each) => each === (value ?? 'NONE'));
  if (action) return action;
  throw refused(
    'voucher.invalid_source_action',
    'source_action',
    `"source_action" must be one of ${ACTIONS.join(', ')}`,
  );
}

/** @throws Failure 400 `voucher.invalid_voucher_ids`, `voucher.merge_failed` */
export function readIds(value: unknown): readonly number[] {
  if (!Array.isArray(value) || !value.every(isId))
    throw refused('voucher.invalid_voucher_ids', 'voucher_ids', '"voucher_ids" must be a list of ids');
  if (value.length > MOST) throw mergeFailed(`At most ${MOST} vouchers can be merged`);
  if (new Set(value).size < 2 || new Set(value).size < value.length)
    throw mergeFailed('At least two vouchers are merged, each of them once');
  return value;
}

/** Vouchers of one merge, and parts of one split. */
const MOST = 100;

/** @throws Failure 400 `voucher.invalid_voucher_id` */
export function readVoucherId(value: unknown): number {
  if (isId(value)) return value;
  throw refused('voucher.invalid_voucher_id', 'voucher_id', '"voucher_id" must be the id of a voucher');
}

export const invalidRanges = (): Failure =>
  refused(
    'voucher.invalid_page_ranges',
    'page_ranges',
    '"page_ranges" must be two to 100 pairs of first and last page, counted from 1 and within the file',
  );

/** @throws Failure 400 `voucher.invalid_page_ranges` */
export function readRanges(value: unknown): readonly (readonly [number, number])[] {
  if (!Array.isArray(value) || value.length < 2 || value.length > MOST) throw invalidRanges();
  return value.map((range: unknown) => {
    if (!Array.isArray(range) || range.length !== 2) throw invalidRanges();
    const [first, last] = range as readonly unknown[];
    if (!isId(first) || !isId(last) || first > last) throw invalidRanges();
    return [first, last] as const;
  });
}

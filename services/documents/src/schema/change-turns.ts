/** Vouchers, files and everything else that lists follow are changed under the turn of their account. */
export { changeTurns } from '@app/records/schema';

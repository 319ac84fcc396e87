export { changeTurns } from '@app/records/schema';

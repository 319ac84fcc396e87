export { partitionTables } from './convert.ts';
export { partitionable } from './read.ts';

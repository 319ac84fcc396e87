/**
 * What the tables have beyond what the builder can declare, in SQL; a change of it is written into its migration by
 * hand.
 */
export const supplement: readonly string[] = [
  'alter table rate_limit_windows set unlogged',
  'alter table rate_limit_windows set (fillfactor = 70)',
];

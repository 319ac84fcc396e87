import type { Step } from './steps.ts';

/**
 * Functions that every service has in its own schema, in the form in force: edited in place, each statement a
 * `create or replace` (docs/decisions/0075-functions-as-files.md). As text, like the tables of the platform.
 */
export const platformDefinitions: readonly Step[] = [
  {
    name: 'platform/security-events',
    sql: `
-- The only way in which records go: old ones, and never young ones, whatever the service asks for.
create or replace function forget_security_events(days int, most int) returns bigint language sql security definer
begin atomic
  with old as (
    select id from security_events where occurred_at < clock_timestamp() - make_interval(days => greatest(days, 90))
    order by occurred_at limit most),
  gone as (delete from security_events e using old where e.id = old.id returning 1)
  select count(*) from gone;
end;
`,
  },
];

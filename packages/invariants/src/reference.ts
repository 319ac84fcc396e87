import type { Invariant, Reference } from './invariant.ts';

/**
 * What shows that the schemas of a platform come from one moment: every id is known to its owner, and none lies above
 * what the owner's sequence has given out. The second is the worse one: the owner would give such an id to a new
 * record, and what another service keeps under it would become that record's. Needs to read both schemas.
 */
export function referenceInvariants({ name, ids, owner }: Reference): readonly Invariant[] {
  const table = `"${owner.service}"."${owner.table}"`;
  const given = `(select coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')::regclass), 0))`;
  return [
    {
      name: `${name} are known to ${owner.service}`,
      per: 'service',
      rows: `select h.id, o.id is not null as holds from (${ids}) h left join ${table} o on o.id = h.id`,
      subject: `format('id %s, which ${owner.service}.${owner.table} does not have', id)`,
    },
    {
      name: `${name} have ids that ${owner.service} has given out`,
      per: 'service',
      rows: `select h.id, h.id <= ${given} as holds from (${ids}) h`,
      subject: `format('id %s, which ${owner.service}.${owner.table} would give to its next records', id)`,
    },
  ];
}

import type { Invariant, Verification } from '@app/invariants';

const invariants: readonly Invariant[] = [
  {
    name: 'a voucher is a file of that type, and active until it is deleted',
    per: 'account',
    rows: `
      select coalesce(f.id, v.id) as id,
        v.id is not null and f.id is not null and f.is_active = (v.status <> 'DELETED') as holds
      from (select id, is_active from files where client_account_id = $1 and type = 'VOUCHER') f
      full join (select id, status from vouchers where client_account_id = $1) v using (id)`,
    subject: `format('voucher %s', id)`,
  },
  {
    name: 'a file has the size of its content',
    per: 'account',
    rows: `
      select f.id, f.size = c.size as holds
      from files f left join contents c on c.client_account_id = $1 and c.sha256 = f.sha256
      where f.client_account_id = $1`,
    subject: `format('file %s', id)`,
  },
  {
    name: 'bytes that a file has are no longer on their way',
    per: 'account',
    rows: `
      select c.store_key, a.store_key is null as holds
      from contents c left join arriving_contents a using (store_key) where c.client_account_id = $1`,
    subject: `format('content %s', store_key)`,
  },
  {
    name: 'a command names a voucher that is there',
    per: 'account',
    rows: `
      select c.command_key, v.id is not null as holds
      from create_commands c left join vouchers v on v.client_account_id = $1 and v.id = c.voucher_id
      where c.client_account_id = $1`,
    subject: `format('command %s', command_key)`,
  },
];

/** What is always true of the rows of this service, account by account. */
export const verification: Verification = {
  accounts: 'select distinct client_account_id from contents',
  invariants,
};

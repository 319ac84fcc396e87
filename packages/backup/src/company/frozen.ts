import { type Connection, findSteps, quoted } from '../catalogue.ts';
import { BackupFailure } from '../failure.ts';

/**
 * The company is read-only, and nothing of it is on its way between the services: its rows say all there is to say.
 * @throws BackupFailure with what has to be done, or waited for
 */
export async function requireFrozen(sql: Connection, schemas: readonly string[], account: number): Promise<void> {
  const [company] = await sql<{ is_active: boolean; erasing: string | null; billed: string | null }[]>`
    select is_active, erasing, billing_client_account_id as billed from organisation.client_accounts where id = ${account}`;
  if (!company || company.erasing !== null)
    throw new BackupFailure(`There is no client account ${account} here, or its records are being erased.`);
  if (company.is_active)
    throw new BackupFailure(
      `Client account ${account} takes writes. Make it read-only first: PATCH /api/v2/client-accounts/${account} with {"is_active": false}.`,
    );
  if (company.billed !== null && Number(company.billed) !== account)
    throw new BackupFailure(
      `Client account ${account} is billed through ${company.billed}, which stays. Take billing_client_account_id away first.`,
    );
  const contracts = await sql`
    select from organisation.contracts where ${account} in (client_account_id, provider_client_account_id)
      and approval_status in ('PENDING', 'APPROVED') and terminated_at is null and (end_date is null or end_date >= current_date)`;
  if (contracts.length > 0)
    throw new BackupFailure(`Client account ${account} has ${contracts.length} contracts in force. End them first.`);
  const waiting = await underWay(sql, schemas, account);
  if (waiting.length > 0)
    throw new BackupFailure(
      `Something about client account ${account} is still under way: ${waiting.join('; ')}. Try again in a minute; what is parked is handled by an operator.`,
    );
}

/**
 * Events that wait or were not taken by everybody, use cases, mails, parked messages, entries that are not proven yet: a
 * phrase for each kind.
 */
async function underWay(sql: Connection, schemas: readonly string[], account: number): Promise<readonly string[]> {
  const found: string[] = [];
  const add = (rows: readonly { count: number }[], what: string) => {
    if (rows[0]!.count > 0) found.push(`${rows[0]!.count} ${what}`);
  };
  for (const schema of schemas) {
    const count = (statement: string) => sql.unsafe<{ count: number }[]>(`select count(*)::int as count ${statement}`);
    const of = (table: string) => quoted(schema, table);
    const own = `client_account_id = ${account}`;
    add(await count(`from ${of('outbox')} where ${own} and published_at is null`), `events of ${schema} to publish`);
    add(await count(`from ${of('use_cases')} where ${own} and state in ('open', 'undoing')`), `use cases of ${schema}`);
    add(await count(`from ${of('mail_outbox')} where ${own} and finished_at is null`), `mails of ${schema}`);
    add(
      await count(`from ${of('parked_messages')} where redriven_at is null
        and '${account}' in (headers ->> 'client-account', payload ->> 'client_account_id')`),
      `parked messages of ${schema}`,
    );
    for (const owner of schemas)
      add(
        await count(`from ${quoted(owner, 'outbox')} o join ${of('consumers')} c on c.subject = o.subject
          where o.${own} and o.published_at is not null and not exists (
            select from ${of('inbox')} i where i.consumer = c.name and i.event_id = o.event_id)`),
        `events of ${owner} that ${schema} has not taken`,
      );
  }
  const [journal] = await sql<{ numbers: string }[]>`
    select last_sequence_number - greatest(erased_sequence_number,
      coalesce((select max(last_number) from ledger.proof_blocks where client_account_id = ${account}), 0)) as numbers
    from ledger.journal_counters where client_account_id = ${account}`;
  if (Number(journal?.numbers ?? 0) > 0) found.push(`${journal!.numbers} entries to chain`);
  return found;
}

/** Both have the same tables. @throws BackupFailure naming the schema that differs */
export async function requireSameRelease(from: Connection, to: Connection, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) {
    const [here, there] = await Promise.all([from, to].map((sql) => findSteps(sql, schema)));
    const stepsOf = (steps: typeof here) =>
      steps!
        .map(({ name, checksum }) => `${name} ${checksum}`)
        .sort()
        .join();
    if (stepsOf(here) !== stepsOf(there))
      throw new BackupFailure(`${schema} is of another release there. Bring both installations to the same one first.`);
  }
}

/**
 * The events that each service consumes, each with a durable consumer of its own at the broker. Permissions cannot name
 * consumers by the beginning of their names, so they are listed; a process that handles another event does not start.
 */
const CONSUMED: Readonly<Record<string, readonly string[]>> = {
  documents: [
    'ledger.journal_entry.posted',
    'ledger.journal_entry.drafted',
    'ledger.journal_entry.cancelled',
    'ledger.journal_entry.draft_removed',
    'ledger.claims.changed',
    'organisation.reference.changed',
    'reconciliation.payment.changed',
    'reconciliation.bank_transaction.explained',
  ],
  ledger: [
    'organisation.client_account.changed',
    'organisation.settings.changed',
    'organisation.reference.changed',
    'reconciliation.reference.changed',
    'documents.reference.changed',
  ],
  reconciliation: [
    'ledger.journal_entry.posted',
    'ledger.journal_entry.cancelled',
    'ledger.claims.changed',
    'documents.document.changed',
    'organisation.settings.changed',
    'reconciliation.bank_transaction.recorded',
    'reconciliation.bank_statement.recorded',
    'reconciliation.bank_statement.deleted',
    'reconciliation.internal.committed',
    'reconciliation.internal.deleted',
  ],
};

/**
 * Facts that every service hears the moment they are published, without a consumer: what they concern is asked about
 * again. They hold ids alone. Nothing else can be heard that way.
 */
export const NOTICES: readonly string[] = ['auth.user.changed', 'auth.client.deleted', 'organisation.access.changed'];

/** The name of a service's consumer of an event, at the broker and in the inbox. */
export const durableName = (service: string, event: string): string => `${service}-${event.replaceAll('.', '-')}`;

/** Every event that a service may consume. */
export const eventsConsumedBy = (service: string): readonly string[] => CONSUMED[service] ?? [];

/** @throws Error that names events which the broker would not let anybody hear without a consumer */
export function requireHearable(events: readonly string[]): void {
  const unlisted = events.filter((event) => !NOTICES.includes(event));
  if (unlisted.length > 0)
    throw new Error(
      `${unlisted.join(', ')} cannot be heard: add it to packages/events/src/consumed.ts, or the broker refuses it`,
    );
}

/** @throws Error that names events which the broker would not let the service consume */
export function requireConsumable(service: string, events: readonly string[]): void {
  const unlisted = events.filter((event) => !eventsConsumedBy(service).includes(event));
  if (unlisted.length > 0)
    throw new Error(
      `${service} handles ${unlisted.join(', ')}: add it to packages/events/src/consumed.ts, or the broker refuses it`,
    );
}

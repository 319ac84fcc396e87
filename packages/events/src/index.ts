export { type Beat, type ChangesSource, createBeat } from './beat.ts';
export {
  type Broker,
  type BrokerOptions,
  createBroker,
  type Delivery,
  RETENTION_DAYS,
  type Values,
} from './broker.ts';
export { createCatchUp } from './catch-up.ts';
export { type Change, type ChangesAnswer, type ChangesQuestion, readChanges } from './changes-store.ts';
export { durableName, eventsConsumedBy, requireConsumable, requireHearable } from './consumed.ts';
export { type Consumer, createConsumer, describeFault, type Handler, NOTHING_TO_DO, on, onMany } from './consumer.ts';
export {
  defineEvent,
  type EventDefinition,
  MalformedMessage,
  type ReceivedEvent,
  readPayload,
  subjectOf,
} from './event.ts';
export * from './facts/documents.ts';
export * from './facts/internal-reconciliations.ts';
export * from './facts/ledger.ts';
export * from './facts/ledger-accounts.ts';
export * from './facts/ledger-equity.ts';
export * from './facts/organisation.ts';
export * from './facts/payments.ts';
export * from './facts/reconciliation.ts';
export * from './facts/reconciliation-external.ts';
export * from './facts/reconciliation-periods.ts';
export * from './facts/references.ts';
export { listParked, type ParkedMessage } from './inbox-store.ts';
export { createMarks } from './marks.ts';
export { deliveryInvariant, messageInvariants, type Subscription } from './message-invariants.ts';
export { forgetOldMessages, publishAgain, unpublish } from './outbox-store.ts';
export { type BrokerPermissions, inboxPrefixOf, permissionsOf } from './permissions.ts';
export { createRelay, type Relay } from './relay.ts';

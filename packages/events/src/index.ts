export { type Broker, type BrokerOptions, createBroker, pause, RETENTION_DAYS, type Values } from './broker.ts';
export { type Consumer, createConsumer, type Handler, on } from './consumer.ts';
export { defineEvent, type EventDefinition, MalformedMessage, type ReceivedEvent } from './event.ts';
export * from './facts/organisation.ts';
export * from './facts/references.ts';
export { listParked, type ParkedMessage } from './inbox-store.ts';
export { forgetOldMessages } from './outbox-store.ts';
export { createRelay, type Relay } from './relay.ts';
export { subscribe } from './subscribe.ts';

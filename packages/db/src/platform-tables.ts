/**
 * Tables every service has in its own schema: outbox, inbox, parked messages, idempotency keys. As text, since a service runs as one
 * bundle and finds no file of a package beside it. Forward only: a released step is never edited.
 */
export const platformTables: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'platform/0001_messages',
    sql: `
      create table outbox (
        id bigint generated always as identity primary key,
        event_id uuid not null default uuidv7() constraint outbox_event_key unique,
        subject text not null,
        client_account_id bigint,
        version int not null,
        payload jsonb not null,
        request_id text,
        traceparent text,
        created_at timestamptz not null default clock_timestamp(),
        published_at timestamptz
      );
      create index outbox_unpublished on outbox (id) where published_at is null;
      create index outbox_published on outbox (published_at) where published_at is not null;

      create table inbox (
        consumer text not null,
        event_id uuid not null,
        processed_at timestamptz not null default clock_timestamp(),
        primary key (consumer, event_id)
      );
      create index inbox_age on inbox (processed_at);

      create table parked_messages (
        id bigint generated always as identity primary key,
        consumer text not null,
        event_id uuid,
        subject text not null,
        payload jsonb,
        headers jsonb not null,
        error text not null,
        deliveries int not null,
        parked_at timestamptz not null default clock_timestamp(),
        redriven_at timestamptz
      );

      create table idempotency_keys (
        claim_hash bytea primary key,
        request_hash text not null,
        command_key uuid not null,
        status int,
        content_type text,
        headers jsonb,
        body bytea,
        sealed boolean not null default false,
        created_at timestamptz not null,
        lease_until timestamptz
      );
      create index idempotency_keys_age on idempotency_keys (created_at);
    `,
  },
];

/**
 * Tables every service has in its own schema: outbox, inbox, parked messages, idempotency keys, mails, marks, records
 * of security, use cases, findings of the verification. As text, since a service runs as one bundle and finds no file of a package beside it. Forward
 * only: a released step is never edited.
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
  {
    name: 'platform/0002_consumers',
    sql: `
      -- Which events the service applies: whoever verifies the platform looks for each of them in the inbox.
      create table consumers (
        name text primary key,
        subject text not null
      );
    `,
  },
  {
    name: 'platform/0002_mail_outbox',
    sql: `
      -- Mails to send after the commit they belong to: ids alone, from which the service writes each at the moment it is sent.
      create table mail_outbox (
        id bigint generated always as identity primary key,
        kind text not null,
        reference jsonb not null,
        language text not null constraint mail_outbox_language check (language in ('nob', 'eng')),
        created_at timestamptz not null default clock_timestamp(),
        attempts int not null default 0,
        next_attempt_at timestamptz not null default clock_timestamp(),
        last_fault text,
        finished_at timestamptz,
        outcome text constraint mail_outbox_outcome check (outcome in ('sent', 'dropped', 'refused', 'expired')),
        constraint mail_outbox_finished check ((finished_at is null) = (outcome is null))
      );
      create index mail_outbox_due on mail_outbox (next_attempt_at, id) where finished_at is null;
      create index mail_outbox_age on mail_outbox (finished_at) where finished_at is not null;
    `,
  },
  {
    name: 'platform/0003_changes',
    sql: `
      -- The transaction that wrote an event: with it the events committed between two snapshots can be told. Null in rows from before.
      alter table outbox add column transaction xid8;
      alter table outbox alter column transaction set default pg_current_xact_id();
      create index outbox_transaction on outbox (transaction) where transaction is not null;

      -- How far the service has followed another one by asking it. An older mark does no harm: what it brings again is known by the inbox.
      create table followed_changes (
        owner text primary key,
        mark text not null
      );
    `,
  },
  {
    name: 'platform/0004_security_events',
    sql: `
      -- Who did what, from where, on what and with which result (docs/decisions/0080-records-of-security.md). Ids, words and digests alone.
      create table security_events (
        id bigint generated always as identity primary key,
        occurred_at timestamptz not null default clock_timestamp(),
        last_at timestamptz,
        times int not null default 1,
        kind text not null,
        result text not null constraint security_events_result check (result in ('done', 'refused', 'locked')),
        user_id bigint,
        client_id text,
        address text,
        request_id text,
        client_account_id bigint,
        target_user_id bigint,
        details jsonb not null
      );
      create index security_events_age on security_events (occurred_at);
      create index security_events_user on security_events (user_id, occurred_at) where user_id is not null;
      create index security_events_target_user on security_events (target_user_id, occurred_at) where target_user_id is not null;
      create index security_events_account on security_events (client_account_id, occurred_at) where client_account_id is not null;

      -- The only way in which records go: old ones, and never young ones, whatever the service asks for.
      create function forget_security_events(days int, most int) returns bigint language sql security definer
      begin atomic
        with old as (
          select id from security_events where occurred_at < clock_timestamp() - make_interval(days => greatest(days, 90))
          order by occurred_at limit most),
        gone as (delete from security_events e using old where e.id = old.id returning 1)
        select count(*) from gone;
      end;

      -- The service writes records and can do nothing else with them. Its role has the name of its schema.
      do $$ begin
        if exists (select from pg_roles where rolname = current_schema()) then
          execute format('revoke select, update, delete on security_events from %I', current_schema());
        end if;
      end $$;
    `,
  },
  {
    name: 'platform/0005_use_cases',
    sql: `
      -- Commands and use cases by their key: what is under way, and what those came to that ended (src/schema/use-cases.ts).
      create table use_cases (
        command_key text primary key,
        name text not null,
        subject text,
        client_account_id bigint,
        state text not null default 'done' constraint use_cases_state check (state in ('open', 'undoing', 'done', 'refused')),
        intent jsonb,
        result jsonb,
        refusal jsonb,
        attempts int not null default 0,
        last_fault text,
        created_at timestamptz not null default clock_timestamp(),
        lease_until timestamptz,
        ended_at timestamptz default clock_timestamp(),
        constraint use_cases_ended check ((state in ('done', 'refused')) = (ended_at is not null)),
        constraint use_cases_under_way check ((state in ('open', 'undoing')) = (intent is not null and lease_until is not null)),
        constraint use_cases_outcome check ((state = 'done') = (result is not null) and (state in ('undoing', 'refused')) = (refusal is not null))
      );
      create index use_cases_due on use_cases (name, lease_until) where state in ('open', 'undoing');
      create unique index use_cases_busy on use_cases (name, subject) where subject is not null and state in ('open', 'undoing');
      create index use_cases_subject on use_cases (name, subject) where subject is not null;
      create index use_cases_account on use_cases (client_account_id) where client_account_id is not null;
      create index use_cases_age on use_cases (ended_at) where ended_at is not null;
    `,
  },
  {
    name: 'platform/0006_erasures',
    sql: `
      -- What was erased under a key, counted in the transactions that did it (src/schema/erasures.ts).
      create table erasures (
        command_key text primary key,
        counts jsonb not null default '{}',
        is_done boolean not null default false,
        created_at timestamptz not null default clock_timestamp()
      );
      create index erasures_age on erasures (created_at);

      -- Kept answers about a client account go with it. The table holds a day's keys, so the index takes no time worth a step of its own.
      alter table idempotency_keys add column client_account_id bigint;
      create index idempotency_keys_account on idempotency_keys (client_account_id) where client_account_id is not null;

      -- Where a role of its own erases what is append-only, it erases everything else in the same transactions.
      do $$ begin
        if exists (select from pg_roles where rolname = current_schema() || '_eraser') then
          execute format('grant select, insert, update on erasures to %I', current_schema() || '_eraser');
          execute format('grant select, delete on idempotency_keys, outbox, use_cases, parked_messages to %I', current_schema() || '_eraser');
        end if;
      end $$;
    `,
  },
  {
    name: 'platform/0007_mail_of_accounts',
    sql: `
      -- Mails about a client account go with it. The table holds a month's mails, so the index takes no time worth a step of its own.
      alter table mail_outbox add column client_account_id bigint;
      create index mail_outbox_account on mail_outbox (client_account_id) where client_account_id is not null;

      do $$ begin
        if exists (select from pg_roles where rolname = current_schema() || '_eraser') then
          execute format('grant select, delete on mail_outbox to %I', current_schema() || '_eraser');
        end if;
      end $$;
    `,
  },
  {
    name: 'platform/0008_verification_findings',
    sql: `
      -- What the last verification found of each invariant (src/schema/verification-findings.ts).
      create table verification_findings (
        invariant text primary key,
        broken int not null,
        checked_at timestamptz not null
      );
    `,
  },
];

import { standard } from '@app/api/envelopes';
import { endpoint } from '@app/contract';
import { appendToOutbox } from '@app/db';
import { defineEvent, on } from '@app/events';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Dependencies, defineJob, type ServiceDefinition } from '../src/index.ts';

const Note = z.object({ id: z.int(), client_account_id: z.int(), text: z.string() });

const createNote = endpoint({
  name: 'chat.createNote',
  summary: 'Write a note',
  service: 'chat',
  method: 'POST',
  path: '/api/v2/notes',
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  envelope: standard,
  body: z.object({ client_account_id: z.int(), text: z.string() }),
  status: 201,
  output: Note,
});

const whereAmI = endpoint({
  name: 'chat.whereAmI',
  summary: 'What the service knows of a call',
  service: 'chat',
  method: 'GET',
  path: '/api/v2/where',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: z.object({ address: z.string(), dryRun: z.boolean(), today: z.string() }),
});

const noteWritten = defineEvent({ name: 'chat.note.written', version: 1, schema: z.object({ note_id: z.int() }) });
export const accountRenamed = defineEvent({
  name: 'organisation.client_account.renamed',
  version: 1,
  schema: z.object({ client_account_id: z.int(), name: z.string() }),
});

/** A small service with one of everything; `slow` holds a request until the test lets it go. */
export function createSpecimen(
  hooks: {
    readonly onRequest?: () => Promise<void>;
    readonly job?: (deps: Dependencies) => Promise<number>;
    readonly leasedJob?: () => Promise<number>;
  } = {},
): ServiceDefinition {
  return {
    name: 'chat',
    migrations: 'packages/service/test/migrations',
    register: (deps) => ({
      endpoints: (api) => {
        api.serve(createNote, async ({ body }) =>
          deps.db.write(async (tx) => {
            await hooks.onRequest?.();
            const [note] = await tx.execute<{ id: string }>(
              sql`insert into notes (client_account_id, text) values (${body.client_account_id}, ${body.text}) returning id`,
            );
            const id = Number(note!.id);
            await appendToOutbox(tx, noteWritten.create({ note_id: id }, body.client_account_id));
            return { id, ...body };
          }),
        );
        api.serve(whereAmI, async ({ address, dryRun }) => ({ address, dryRun, today: deps.clock.today() }));
      },
      consumers: [
        on(accountRenamed, async (tx, { payload }) => {
          if (payload.name === 'poison') throw new Error('poison');
          await tx.execute(
            sql`insert into notes (client_account_id, text) values (${payload.client_account_id}, ${payload.name})`,
          );
        }),
      ],
      jobs: [
        defineJob({
          name: 'note-cleanup',
          schedule: { everySeconds: 3_600 },
          run: () => hooks.job?.(deps) ?? Promise.resolve(0),
        }),
        defineJob({
          name: 'note-copies',
          schedule: { everySeconds: 3_600 },
          isLeased: true,
          run: () => hooks.leasedJob?.() ?? Promise.resolve(0),
        }),
      ],
    }),
  };
}

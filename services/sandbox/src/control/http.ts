import { type Logger, languageOf, type SettableClock, timestamp } from '@app/runtime';
import { json, type Request, Router } from 'express';
import type { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import { type Faults, SYSTEMS, type System } from '../faults.ts';
import { CallerError, renderErrors, renderPlainError } from '../http.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { mailPage } from '../mail/page.ts';
import type { Properties } from '../tax/property.ts';
import { ClockBody, FaultBody, OrganizationBody, PersonBody } from './bodies.ts';
import { describeOrganization, describePerson, organizationFrom, personFrom } from './definitions.ts';
import { describeProperty, PropertiesBody } from './properties.ts';

export interface Controlled {
  readonly directory: Directory;
  readonly properties: Properties;
  readonly faults: Faults;
  readonly mailbox: Mailbox;
  readonly clock: SettableClock;
}

/**
 * The control interface (docs/contract/external-systems.md): JSON, no authentication, never reachable in production
 * because the sandbox is not there. People read the mail as a page.
 */
export function createControlRouter(controlled: Controlled, logger: Logger): Router {
  const { directory, properties, faults, mailbox, clock } = controlled;
  const router = Router();
  router.use(json({ limit: '1mb' }));

  router.put('/persons/:pid', (request, response) => {
    const pid = digits(request.params.pid, 11, 'identity number');
    const person = personFrom(pid, read(PersonBody, request));
    directory.definePerson(person);
    response.json(describePerson(person));
  });

  router.put('/organizations/:orgnr', (request, response) => {
    const organizationNumber = digits(request.params.orgnr, 9, 'organization number');
    const organization = organizationFrom(organizationNumber, read(OrganizationBody, request), clock.today());
    directory.defineOrganization(organization);
    response.json(describeOrganization(organization));
  });

  router.put('/properties/:year', (request, response) => {
    const year = Number(digits(request.params.year, 4, 'year'));
    const defined = read(PropertiesBody, request);
    properties.define(year, defined);
    response.json(defined.map(describeProperty));
  });

  router.put('/faults/:system', (request, response) => {
    const { system } = request.params;
    if (!isSystem(system))
      throw new CallerError(
        404,
        'sandbox.unknown_system',
        `"${system.slice(0, 50)}" is no system; they are ${SYSTEMS.join(', ')}.`,
      );
    const { status = null, count, delay_ms: delayMillis } = read(FaultBody, request);
    const fault = { status: status ?? (delayMillis > 0 ? null : 503), count, delayMillis };
    faults.set(system, fault);
    response.json({ system, status: fault.status, count, delay_ms: delayMillis });
  });

  router.get('/mail', (request, response) => {
    const recipient = recipientOf(request);
    const mails = mailbox.list(recipient);
    response.vary('Accept');
    // Programs that ask for nothing in particular get JSON; a browser asks for HTML first.
    if (request.accepts(['json', 'html']) !== 'html') return void response.json(mails);
    const { markup, headers } = mailPage(mails, recipient, languageOf(request.headers['accept-language']));
    response.set(headers).type('html').send(markup);
  });
  router.delete('/mail', (request, response) => {
    mailbox.empty(recipientOf(request));
    response.status(204).end();
  });

  router.put('/clock', (request, response) => {
    const { now } = read(ClockBody, request);
    clock.set(now === null ? null : Temporal.Instant.from(now));
    response.json({ now: timestamp(clock.now()) });
  });

  router.use(() => {
    throw new CallerError(404, 'sandbox.not_found', 'The control interface has no such address.');
  });
  router.use(renderErrors(renderPlainError, logger));
  return router;
}

const isSystem = (name: string): name is System => (SYSTEMS as readonly string[]).includes(name);

function digits(value: string, length: number, what: string): string {
  if (value.length === length && /^\d+$/.test(value)) return value;
  throw new CallerError(400, 'sandbox.invalid_number', `The ${what} in the path must have ${length} digits.`);
}

function read<T extends z.ZodType>(schema: T, request: Request): z.output<T> {
  const parsed = schema.safeParse(request.body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue!.path.length === 0 ? 'The body' : issue!.path.join('.');
  throw new CallerError(400, 'sandbox.invalid_body', `${where}: ${issue!.message}.`);
}

function recipientOf(request: Request): string | undefined {
  const { to } = request.query;
  if (to === undefined || typeof to === 'string') return to;
  throw new CallerError(400, 'sandbox.invalid_query', 'to must be sent once and hold one mail address.');
}

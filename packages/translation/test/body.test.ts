import { filing, oauth, report, standard } from '@app/api/envelopes';
import { conflict, Failure, invalidField } from '@app/contract/failure';
import { expect, it } from 'vitest';
import { norwegianBody } from '../src/body.ts';

const notThere = new Failure('client_account.not_found', 404, 'There is no client account 7');
const page = 'https://books.example/docs/errors/client_account.not_found';
const inNorwegian = 'Det finnes ingen klientkonto 7';

it('every envelope has its sentence in Norwegian, and codes stay', () => {
  expect(norwegianBody(standard.render(notThere, 'r', page))).toEqual({
    error: { code: 'client_account.not_found', message: inNorwegian, request_id: 'r', doc_url: page },
  });
  expect(norwegianBody(report.render(notThere, 'r', page))).toEqual({
    status: 404,
    error: 'Not Found',
    message: inNorwegian,
  });
  expect(norwegianBody(filing.render(notThere, 'r', page))).toEqual({ status: 404, error: inNorwegian });
});

it('what OAuth answers stays as it is: its grammar has no letters outside ASCII', () => {
  const body = oauth.render(new Failure('invalid_grant', 401, 'Invalid email or password'), 'r', page);
  expect(norwegianBody(body)).toBe(body);
});

it('the faults of fields are in Norwegian, their names and other details as they are', () => {
  const failure = invalidField('lines.0.debit', 'must not be negative');
  expect(norwegianBody(standard.render(failure, 'r', page))).toMatchObject({
    error: {
      message: 'lines.0.debit: kan ikke være negativ',
      details: { fields: [{ field: 'lines.0.debit', message: 'kan ikke være negativ' }] },
    },
  });
  const other = conflict('Two journal entries have the same external_id', 'common.conflict', {
    balance: 'is required',
  });
  expect(norwegianBody(standard.render(other, 'r', page))).toMatchObject({
    error: { details: { balance: 'is required' } },
  });
});

it('the refused entries of a batch too, and nothing else of a success', () => {
  const created = { status: 201, id: 1, message: 'is required' };
  const refused = { status: 404, error: { code: 'a.b', message: notThere.message, request_id: 'r' } };
  const body = { created: 1, refused: 1, results: [created, refused] };
  expect(norwegianBody(body)).toEqual({
    ...body,
    results: [created, { status: 404, error: { code: 'a.b', message: inNorwegian, request_id: 'r' } }],
  });
  const whole = { created: 1, refused: 0, results: [created] };
  expect(norwegianBody(whole)).toBe(whole);
});

it('a refusal of the tool protocol too', () => {
  const body = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: '"arguments" must be an object' } };
  expect(norwegianBody(body)).toEqual({ ...body, error: { code: -32602, message: '«arguments» må være et objekt' } });
});

it.each([null, 7, 'is required', [], {}, { error: null }, { error: { message: 7, details: { fields: [null, 7] } } }])(
  'a body of another form, %j, stays as it is',
  (body) => {
    expect(norwegianBody(body)).toEqual(body);
  },
);

// Posts an entry of one krone in a company that is there for that alone, and reverses it: gateway, auth, organisation, ledger,
// PostgreSQL and the way between them. Ends with 1, and a sentence that says what came back, where something is wrong.
const { GATEWAY_URL, CLIENT_ACCOUNT_ID, CLIENT_ID, CLIENT_SECRET } = process.env;

/** @param {string} path @param {RequestInit} request */
async function ask(path, request) {
  const response = await fetch(GATEWAY_URL + path, { ...request, signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function check() {
  const { access_token } = await ask('/v2/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const call = (method, path, body, further = {}) =>
    ask(path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...further },
      body: JSON.stringify(body),
    });
  const posting_date = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Oslo' });
  const line = (account_code, debit, credit) => ({ posting_date, account_code, debit, credit });
  const entry = {
    client_account_id: Number(CLIENT_ACCOUNT_ID),
    description: 'helm test',
    lines: [line('1920', '1.00', '0.00'), line('1900', '0.00', '1.00')],
  };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const posted = await call('POST', '/api/v2/journal-entries/', entry, key);
  const again = await call('POST', '/api/v2/journal-entries/', entry, key);
  if (again.id !== posted.id) throw new Error(`a repeated request posted twice: ${posted.id} and ${again.id}`);
  const reason = { cancelled: 'Y', cancellation_reason: 'helm test' };
  const cancelled = await call('PATCH', `/api/v2/journal-entries/${posted.id}`, reason);
  if (cancelled.cancelled !== 'Y' || cancelled.cancellation_entry_id === null)
    throw new Error(`entry ${posted.id} is not reversed: ${JSON.stringify(cancelled)}`);
  console.log(`Entry ${posted.sequence_number} was posted once, and reversed by entry ${cancelled.cancellation_entry_id}.`);
}

await check().catch((error) => {
  console.error(String(error.message), error.cause ? String(error.cause) : '');
  process.exitCode = 1;
});

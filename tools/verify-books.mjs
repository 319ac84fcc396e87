#!/usr/bin/env node
// Says whether a proof file of the books is what the ledger chained and signed. Needs Node.js 20 or newer and nothing else.
//
//   node verify-books.mjs books.ndjson keys.json
//   node verify-books.mjs books.ndjson https://books.example/public/v2/ledger/proof-keys
//
// The file is what GET /api/v2/ledger/proofs answers with "Accept: application/x-ndjson"; the keys are the JSON Web Key Set
// of /public/v2/ledger/proof-keys. Keys that came with the file prove nothing: keep a copy from an earlier day.
//
// Looked at: every number is there once and in order, that of an erased entry too; each entry has the link that follows from the link before it and its
// own text; debits equal credits on each posting date; each signature is good and names the link that its entry has here.
// Prints what is wrong, one sentence per line, and ends with 1; ends with 0 when nothing is, and 2 when it cannot tell.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const FORMAT = 'books-proof/1';
const LINK = /^\{"link":"([0-9a-f]{64})","entry":(\{.*\})\}$/;

const [file, keysFrom] = process.argv.slice(2);
if (!file || !keysFrom) cannotTell('Usage: node verify-books.mjs <books.ndjson> <keys.json or their address>');

const faults = [];
let keys = new Map();
try {
  keys = await readKeys(keysFrom);
  const books = await readBooks(file);
  checkHeads(books);
  report(books);
} catch (error) {
  cannotTell(`The file or the keys cannot be read: ${error.message}`);
}

/** Follows the chain line by line; the file is never whole in memory. */
async function readBooks(path) {
  const state = {
    company: undefined,
    after: 0,
    number: 0,
    link: undefined,
    count: 0,
    erased: 0,
    heads: [],
    end: undefined,
    marks: new Map(),
  };
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (line === 1) begin(state, parse(text));
    else if (text.startsWith('{"link":')) follow(state, text, line);
    else takeRest(state, parse(text), line);
  }
  if (line === 0) cannotTell('The file is empty');
  return state;
}

function begin(state, head) {
  if (head?.format !== FORMAT) cannotTell(`The file does not begin as a proof of the books does (${FORMAT})`);
  state.company = head.client_account_id;
  state.after = head.after;
  state.number = head.after;
  state.link = sha256(`books of client account ${head.client_account_id} after entry ${head.after}`);
  state.marks.set(state.number, state.link.toString('hex'));
}

function follow(state, text, line) {
  const [, listed, body] = LINK.exec(text) ?? [];
  const entry = body && parse(body);
  if (!entry || !Number.isSafeInteger(entry.number)) {
    faults.push(`Line ${line} is no entry`);
    return;
  }
  state.count += 1;
  if (entry.erased === true) state.erased += 1;
  const expected = state.number + 1;
  const isInOrder = entry.number === expected;
  if (entry.number > expected)
    faults.push(
      entry.number === expected + 1
        ? `Entry ${expected} is missing`
        : `Entries ${expected} to ${entry.number - 1} are missing`,
    );
  if (entry.number < expected)
    faults.push(`Entry ${entry.number} stands after entry ${state.number}: swapped, or there twice`);
  const link = sha256(state.link, body);
  // Behind a gap the link before it is not known, so the listed one is gone on from; a signature still covers it.
  if (isInOrder && link.toString('hex') !== listed)
    faults.push(`Entry ${entry.number} is not what was chained: it, or the one before it, was changed or swapped`);
  checkBalance(entry);
  state.link = Buffer.from(listed, 'hex');
  state.number = Math.max(state.number, entry.number);
  if (isInOrder) state.marks.set(entry.number, listed);
}

/** Debits equal credits on each posting date, in exact hundredths. */
function checkBalance({ number, lines }) {
  const dates = new Map();
  for (const { date, debit, credit } of lines ?? [])
    dates.set(date, (dates.get(date) ?? 0n) + hundredths(debit) - hundredths(credit));
  for (const [date, rest] of dates) if (rest !== 0n) faults.push(`Entry ${number} does not balance on ${date}`);
}

function hundredths(text) {
  return /^\d+\.\d\d$/.test(text) ? BigInt(text.replace('.', '')) : 0n;
}

function takeRest(state, content, line) {
  if (content?.head) state.heads.push(content.head);
  else if (content?.end) state.end = content.end;
  else faults.push(`Line ${line} is neither an entry nor a signature`);
}

function checkHeads(state) {
  if (!state.end) faults.push('The file breaks off before its end');
  else if (state.end.entries !== state.count)
    faults.push(`The file had ${state.end.entries} entries and has ${state.count}`);
  if (state.end && state.end.heads !== state.heads.length)
    faults.push(`The file had ${state.end.heads} signatures and has ${state.heads.length}`);
  for (const { day, signature } of state.heads) checkHead(state, day, signature);
}

function checkHead(state, day, signature) {
  const signed = readSigned(signature);
  if (!signed) {
    faults.push(`The signature of ${day} is not one of these keys`);
    return;
  }
  if (signed.format !== FORMAT || signed.client_account_id !== state.company || signed.day !== day) {
    faults.push(`The signature of ${day} is one of other books, or of another day`);
    return;
  }
  const link = state.marks.get(signed.sequence_number);
  if (link === undefined) faults.push(`Entry ${signed.sequence_number}, which was signed on ${day}, is missing`);
  else if (link !== signed.link)
    faults.push(`The entries up to ${signed.sequence_number} are not those that were signed on ${day}`);
  else state.signedUpTo = Math.max(state.signedUpTo ?? 0, signed.sequence_number);
}

/** What a compact JWS says, when one of the keys signed it. */
function readSigned(jws) {
  const [header, payload, signature] = String(jws).split('.');
  const { alg, kid, typ } = parse(decode(header ?? '')) ?? {};
  const key = keys.get(kid);
  if (alg !== 'EdDSA' || typ !== 'books-proof' || !key) return undefined;
  const isGood = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature ?? '', 'base64url'));
  return isGood ? parse(decode(payload)) : undefined;
}

async function readKeys(from) {
  const text = await (/^https?:/.test(from) ? fetch(from).then((answer) => answer.text()) : readFileSync(from, 'utf8'));
  const found = parse(text)?.keys;
  if (!Array.isArray(found)) cannotTell('The keys are no JSON Web Key Set');
  return new Map(found.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
}

function report(state) {
  for (const fault of faults) console.log(fault);
  const unsigned = state.number - (state.signedUpTo ?? state.after);
  console.log(
    faults.length > 0
      ? `NOT PROVEN: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in the books of client account ${state.company}`
      : `PROVEN: ${state.count - state.erased} entries of client account ${state.company}${state.erased > 0 ? ` beside ${state.erased} that a reset erased` : ''}, signed up to number ${state.signedUpTo ?? state.after}${unsigned > 0 ? `; the last ${unsigned} are chained and not signed yet` : ''}`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function decode(text) {
  return Buffer.from(text, 'base64url').toString('utf8');
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cannotTell(why) {
  console.error(why);
  process.exit(2);
}

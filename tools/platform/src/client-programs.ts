/**
 * What a program over a generated client does in `npm run check-clients`: it posts an entry and repeats that under the
 * same key, lists it, and reads the error of an entry that does not balance. `API`, `TOKEN` and `CLIENT_ACCOUNT_ID` say where.
 */
export const typeScriptProgram = `import createClient from 'openapi-fetch';
import type { components, paths } from './api';

type NewEntry = paths['/api/v2/journal-entries']['post']['requestBody']['content']['application/json'];
type Entry = components['schemas']['JournalEntry'];

const { API = '', TOKEN = '', CLIENT_ACCOUNT_ID } = process.env;
const client_account_id = Number(CLIENT_ACCOUNT_ID);
const client = createClient<paths>({ baseUrl: API, headers: { authorization: 'Bearer ' + TOKEN } });

const entryOf = (credit: string): NewEntry => ({
  client_account_id,
  description: 'Kontorrekvisita',
  external_id: 'generated-typescript',
  lines: [
    { posting_date: '2026-01-15', account_code: '6800', debit: '1000.00', credit: '0' },
    { posting_date: '2026-01-15', account_code: '1920', debit: '0', credit },
  ],
});

async function post(): Promise<Entry> {
  const params = { header: { 'Idempotency-Key': 'generated-typescript' } };
  const { data, error } = await client.POST('/api/v2/journal-entries', { params, body: entryOf('1000.00') });
  if (!data) throw new Error('not posted: ' + JSON.stringify(error));
  return data;
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error('it does not hold that ' + what);
}

const entry = await post();
expect(entry.sequence_number !== null, 'the entry is posted');
expect((await post()).id === entry.id, 'a repeat under the same key is the same entry');

const query = { client_account_id, external_id: 'generated-typescript', with: 'lines' };
const { data: page } = await client.GET('/api/v2/journal-entries', { params: { query } });
expect(page?.data.length === 1 && page.data[0]?.id === entry.id, 'the list has the entry, once');
expect(page?.data[0]?.lines?.[0]?.debit === '1000.00', 'its amount is what was posted');

const { error, response } = await client.POST('/api/v2/journal-entries', { body: entryOf('999.99') });
expect(response.status === 400 && error?.error.code === 'common.validation_error', 'what does not balance is refused');
console.log('posted ' + entry.id + ', refused: ' + error?.error.message);
`;

export const pythonProgram = `import json
import os
from datetime import date

import openapi_client as api

ACCOUNT = int(os.environ["CLIENT_ACCOUNT_ID"])
KEY = "generated-python"


def entry_of(credit: str) -> api.CreateJournalEntryRequest:
    day = date(2026, 1, 15)
    return api.CreateJournalEntryRequest(
        client_account_id=ACCOUNT,
        description="Kontorrekvisita",
        external_id=KEY,
        lines=[
            api.JournalLineIn(posting_date=day, account_code="6800", debit="1000.00", credit="0"),
            api.JournalLineIn(posting_date=day, account_code="1920", debit="0", credit=credit),
        ],
    )


configuration = api.Configuration(host=os.environ["API"], access_token=os.environ["TOKEN"])
with api.ApiClient(configuration) as client:
    ledger = api.LedgerApi(client)
    entry = ledger.create_journal_entry(entry_of("1000.00"), idempotency_key=KEY)
    assert entry.sequence_number is not None, "the entry is posted"
    again = ledger.create_journal_entry(entry_of("1000.00"), idempotency_key=KEY)
    assert again.id == entry.id, "a repeat under the same key is the same entry"

    page = ledger.list_journal_entries(ACCOUNT, external_id=KEY, var_with="lines")
    assert [one.id for one in page.data] == [entry.id], "the list has the entry, once"
    assert page.data[0].lines[0].debit == "1000.00", "its amount is what was posted"

    try:
        ledger.create_journal_entry(entry_of("999.99"))
        raise AssertionError("what does not balance is refused")
    except api.ApiException as refused:
        assert refused.status == 400, refused
        error = json.loads(refused.body)["error"]
        assert error["code"] == "common.validation_error", error
        print("posted", entry.id, "refused:", error["message"])
`;

export const csharpProgram = `using System;
using System.Collections.Generic;
using Accounting.Api;
using Accounting.Client;
using Accounting.Model;
using Newtonsoft.Json;

static class Program
{
    const string Key = "generated-csharp";
    static readonly int Account = int.Parse(Environment.GetEnvironmentVariable("CLIENT_ACCOUNT_ID"));

    static JournalLineIn LineOf(string account, string debit, string credit)
    {
        var day = new DateTime(2026, 1, 15);
        return new JournalLineIn(postingDate: day, accountCode: account, debit: debit, credit: credit);
    }

    static CreateJournalEntryRequest EntryOf(string credit)
    {
        var lines = new List<JournalLineIn> { LineOf("6800", "1000.00", "0"), LineOf("1920", "0", credit) };
        return new CreateJournalEntryRequest(
            clientAccountId: Account, description: "Kontorrekvisita", externalId: Key, lines: lines);
    }

    static void Expect(bool holds, string what)
    {
        if (!holds) throw new Exception("it does not hold that " + what);
    }

    static void Main()
    {
        var ledger = new LedgerApi(new Configuration
        {
            BasePath = Environment.GetEnvironmentVariable("API"),
            AccessToken = Environment.GetEnvironmentVariable("TOKEN"),
        });
        // This library of the generator forgets which enums may be null; its default one, for .NET, does not.
        ledger.ApiClient.SerializerSettings.NullValueHandling = NullValueHandling.Ignore;
        var entry = ledger.CreateJournalEntry(EntryOf("1000.00"), idempotencyKey: Key);
        Expect(entry.SequenceNumber != null, "the entry is posted");
        var again = ledger.CreateJournalEntry(EntryOf("1000.00"), idempotencyKey: Key);
        Expect(again.Id == entry.Id, "a repeat under the same key is the same entry");
        var page = ledger.ListJournalEntries(Account, externalId: Key, with: "lines");
        Expect(page.Data.Count == 1 && page.Data[0].Id == entry.Id, "the list has the entry, once");
        Expect(page.Data[0].Lines[0].Debit == "1000.00", "its amount is what was posted");
        try
        {
            ledger.CreateJournalEntry(EntryOf("999.99"));
        }
        catch (ApiException refused)
        {
            var said = refused.ErrorContent.ToString();
            var isRight = refused.ErrorCode == 400 && said.Contains("common.validation_error");
            Expect(isRight, "what does not balance is refused");
            Console.WriteLine("posted " + entry.Id + ", refused: " + said);
            return;
        }
        throw new Exception("what does not balance is refused");
    }
}
`;

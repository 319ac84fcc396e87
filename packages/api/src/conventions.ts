/** What holds for every endpoint: the introduction of the OpenAPI document and of the reference (CommonMark). */
export const conventions = `Bookkeeping for Norwegian companies over HTTP and JSON. The sections below hold for every call; the guides show them in use.

## Your own program
Any HTTP client will do. For TypeScript and JavaScript there is a typed client with retries, keys, paging and polling, and over it a command line,
\`bilag\`: \`npm run build-sdk\` in the repository makes both, and prints how to install them. For other languages, generate a client from
\`/openapi.json\`.

## Access
Send \`Authorization: Bearer <access token>\`. Get a token from \`POST /v2/oauth/token\`; it is valid for an hour, so keep it that long. Scope \`read\`
allows GET and HEAD, \`write\` allows everything, reading too. Every resource belongs to a client account, which is one company's books. You have
access to it by a role of your own, or by a contract of your firm.

## Requests
Send JSON in UTF-8, unless a form or a file is named. Unknown fields and query parameters are ignored, so check their spelling: a misspelt
optional field counts as absent. Separate several values in one query parameter by comma, semicolon or space. A slash at the end of a path is accepted.
HEAD works wherever GET does.

## Values
Money is a string with two decimals (\`"1250.00"\`); rates, quantities and unit prices have six. Numbers are accepted as well, and are read
exactly, never through floating point; surplus decimals are refused, not rounded. Dates are \`YYYY-MM-DD\`, timestamps are UTC with whole seconds
(\`2024-03-15T10:00:00Z\`). "Today" is the calendar date in Oslo.

## Lists
Answers are \`{data, meta: {page, pages, per_page, records}}\`. \`page\` counts from 1, and \`per_page\` is 100 unless stated; a page past the end gives
the last one. Where \`meta\` has \`next_cursor\`, send it back as \`cursor\` to get the next rows, until it is null. That way you get every row at least once, whatever
is written meanwhile; what changed while you read comes again at the end. A cursor remembers order and filters: always repeat \`client_account_id\`, and leave
the other filters out or repeat them unchanged; anything else is 400. \`with\` embeds relations. \`order_by\` takes \`field\`, \`field desc\` or \`-field\`.

## Polling
There are no webhooks. Request a list with \`updated_from\` set to the highest \`updated_at\` you have seen, follow \`next_cursor\` until it is null, and upsert
by \`id\`. Expect the records of that last second again. Rows come in the order of \`updated_at\` and \`id\`, whatever \`order_by\` says. Within one client
account no record appears later with an earlier second than one that you were shown. Lists over several client accounts (and the list of client
accounts itself) keep no such order between accounts: go back a minute there. A deleted draft leaves no trace.

## Writing once
Every POST takes an \`Idempotency-Key\` (1 to 255 printable ASCII characters). For 24 hours the same key with the same body gets the stored answer,
with \`Idempotent-Replayed: true\`, and nothing is executed again. Another body with the same key is 422. Who has
lost access meanwhile gets 403. Refusals are stored too, except 401, 403 for a missing scope, and 429: when you have corrected a request, or what stood in its way is gone, send it with a new key. A 5xx is not stored: repeat it with the
same key. PUT, PATCH and DELETE need no key; repeating them changes nothing more.

## Errors
\`{error: {code, message, request_id, details?}}\`: branch on \`code\`. \`details.fields\` lists every field that is wrong. OAuth endpoints answer \`{error,
error_description}\`, reports \`{status, error, message}\`, annual accounts and tax returns \`{error, status}\`; missing credentials, scope, limits and
malformed requests are answered in the first form everywhere but under OAuth. Checks are made in this order: address and method, limit, credential,
scope, idempotency key, size and syntax of the body, existence, access, role, fields, state. All codes: \`/docs/errors\`.

Messages are English, or Norwegian where \`Accept-Language\` prefers \`nb\`, \`nn\` or \`no\` to \`en\`; \`Content-Language\` says which. Codes, names of
fields and values stay as they are, and so does all of OAuth, whose grammar is ASCII. A replayed answer is in the language of the repeat.

Every response carries \`X-Request-Id\`; yours is kept when it is 1 to 128 characters of \`A-Z a-z 0-9 . _ -\`.

## Assistants
\`POST /mcp\` offers the endpoints marked for it as tools of the Model Context Protocol. A client finds its way to a token by itself: the 401 names the
metadata, registration is open, and authorization is by code with PKCE. Tools have the same access rules, data and refusals as
their endpoints; a list without envelope comes as \`{data: [...]}\`. Every tool that writes takes \`dry_run\`. A list gives 20 rows unless more are
asked for, and no result is above 60 kB; \`more\` says what was left out and how to get it.

## Limits
Only the endpoints that say so are limited, per client address. Their responses carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\`; a 429 also \`Retry-After\`. A request answered 429 is not counted. Bodies: 10 MiB, OAuth and signup 64 KiB, calls with
\`content_base64\` 70 MiB; one file 25 MiB. Addresses 8 KB (414), headers 16 KB (431). A
request whose headers take more than 15 seconds, or which takes more than 60, is answered 408, and an \`Expect\` other than \`100-continue\` 417. These answers may come
before anything of the request is looked at, so in any operation's place, in the first form.

## Changes
New fields, values and endpoints may appear at any time; ignore what you do not know. What will be removed says so with \`Deprecation\` and
\`Sunset\` headers at least 12 months ahead.
`;

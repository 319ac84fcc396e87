/** Segments that are no id, as they stand in an address. */
export const hostileSegments: readonly string[] = [
  '0', '-1', '+1', '1.0', '1e3', '0x10', '01e', 'abc', 'null', 'NaN', '2147483648', '9007199254740991', '9007199254740992', '9223372036854775807',
  '9223372036854775808', '%00', '..', '../x', '..%2f1', '%2e%2e', '%25', '%', '%ff', '%ED%A0%80', '1%0d%0aX-Injected:1', '1%27%20or%201=1--', '%F0%9F%92%A5',
  '%D9%A1', '%EF%BC%91', '1;drop', '%E2%80%AE', '__proto__', 'constructor', 'x'.repeat(3_000),
]; // biome-ignore format: a list of odd ids

/** Texts for parameters of the query, encoded already. */
export const hostileQueryValues: readonly string[] = [
  '0', '-1', '1.5', '1e309', 'NaN', 'Infinity', '2147483648', '9007199254740991', '9007199254740992', '9223372036854775808', 'abc', '%00', 'a%00b', '%F0%9F%92%A5',
  '%ED%A0%80', '%ff', '%', '%E2%80%AE%E2%80%8B', `${'x'.repeat(1_001)}`, `${'%25'.repeat(900)}`, '%25%5F%5C', '%27%29%3B%20select%20pg_sleep%289%29%3B--', '%7B%7B7*7%7D%7D',
  '%24%7B7*7%7D', '__proto__', 'constructor', 'constructor.name', '%5B%5D', '%7B%7D', '0000-01-01', '2026-02-30', '1899-12-31', '3000-01-01', '2999-12-31', '+002026-01-01',
  '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00%2B23:59', '2026-01-01T23:59:60Z', '2026-01-01T00:00:00.123456789Z', 'true', 'null', '1,2,3', '1;2%203', ',',
  '%0a', '%20', '-id,id%20desc', 'id;drop%20table%20x', '1,9007199254740991', 'lines.lines.lines', '%D9%A1%D9%A2', `${'1,'.repeat(1_500)}1`, 'nob', 'Y', 'C',
]; // biome-ignore format: a list of odd values

/** JSON as it is written, for one field of a body: what no serializer would write is here as well. */
export const hostileJson: readonly string[] = [
  'null', 'true', 'false', '0', '-0', '-1', '1', '0.001', '1.005', '1e2', '1e309', '-1e309', '1E-400', '9007199254740991', '9007199254740993', '9223372036854775808', '2147483648',
  '99999999999999999999999999999999', '0.1234567', '9999999999999.99', '"9999999999999.99"', '"-0.01"', '"1e309"', '"NaN"', '"Infinity"', '" 1"', '"1,00"', '"1.00.00"', '"٣"', '"１"',
  '"0x10"', '"+1"', '""', '" "', '[]', '{}', '[[]]', '[null]', '[1,"a",{}]', '{"a":{"b":{"c":[]}}}', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}',
  '{"id":1,"client_account_id":1}', '"__proto__"', '"constructor"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udfffb"', '"\\ud83d\\ude00"', '"\\u202e\\u200b\\ufeff"', '"\\u001b[31m\\r\\nX: y"',
  `"${'x'.repeat(1_001)}"`, `"${'💥'.repeat(600)}"`, `"${'y'.repeat(70_000)}"`, `"'); drop table no_such_thing; --"`, `"{{7*7}} \${7*7} <%= 7*7 %>"`, '"<script>alert(1)</script>"', '"=cmd|x!A1"',
  '"%00%2e%2e/etc"', '"../../../etc/hosts"', '"2026-02-30"', '"0000-01-01"', '"2999-12-31"', '"1900-01-01"', '"2026-01-01T00:00:00Z"', '"NOK"', '"XTS"', '"ZZZ"', '"zz"', '"a@b"', '"a@b.no\\r\\nBcc: c@d.no"',
  '"1920"', '"3000"', '"project"', '"Y"', '"https://127.0.0.1:1/x"', '"javascript:alert(1)"', '"none"', '"all"', '"ALL"', '"999999999"', '"01010112345"', `[${'1,'.repeat(10_000)}1]`,
]; // biome-ignore format: a list of odd values

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Whole bodies that no call of ours takes. */
export const malformedBodies: readonly (string | Buffer)[] = [
  '{', '{"a":1', '{"a":1}}', '{a:1}', "{'a':1}", '{"a":NaN}', '{"a":1,}', '[', '"', 'undefined', 'nul', '\u0000', '{"a":"\t"}', '{"a":01}', '// {}', '<xml/>', '{"a":"\\x"}',
  '{"a":"\\ud800"}', '{"\\udc00":1}', nested(66), `{"a":${nested(70)}}`, nested(200_000), `{"a":${nested(100_000)},"b":1.0}`, `{"a":[${'0,'.repeat(10_000)}0]}`, '[]', '[{}]', '"text"', 'null', '1', 'true',
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from('{"a":1}', 'utf16le'), Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
]; // biome-ignore format: a list of odd bodies

export const wrongMediaTypes: readonly string[] = [
  '', 'text/plain', 'application/xml', 'application/jsonp', 'json', 'multipart/form-data', 'multipart/form-data; boundary=', 'application/octet-stream', 'text/json;charset=utf-7', ';', ',', 'application/json, text/plain',
]; // biome-ignore format: a list of types

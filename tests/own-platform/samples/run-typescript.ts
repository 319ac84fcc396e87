import { stripTypeScriptTypes } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/**
 * Runs the samples that arrive as lines of JSON, one after the other, and answers each with what became of it: the
 * status and text of the last answer that the client was given.
 */
const client = pathToFileURL(`${import.meta.dirname}/../../../packages/sdk/src/index.ts`).href;
const fetched = globalThis.fetch;
const print = console.log;
let last = { status: 0, text: '', fault: '' };

globalThis.fetch = async (input, init) => {
  const response = await fetched(input, init);
  last = { ...last, status: response.status, text: await response.clone().text() };
  return response;
};
console.log = () => undefined;

for await (const line of createInterface({ input: process.stdin })) {
  last = { status: 0, text: '', fault: '' };
  try {
    const sample = (JSON.parse(line) as string).replace("'@accounting-platform/sdk'", JSON.stringify(client));
    const program = stripTypeScriptTypes(sample, { mode: 'strip' });
    await import(`data:text/javascript;base64,${Buffer.from(program).toString('base64')}`);
  } catch (error) {
    last = { ...last, fault: String((error as Error).stack ?? error).slice(0, 1_000) };
  }
  print(JSON.stringify(last));
}

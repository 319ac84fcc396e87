import { connect } from '../src/index.ts';
import { orders } from './use-case-order.ts';

/** Places one order and ends, without any cleaning up, at the point named: `<url> <key> <amount> <point>`. */
const [url, key, amount, deadly] = process.argv.slice(2) as [string, string, string, string];
const db = connect({ url, schema: 'chat', applicationName: 'use-case-process', max: 2 });

const { place } = orders(db, async (point) => {
  if (point !== deadly) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
});
await place(key, Number(amount)).catch(() => undefined);
process.exit(3);

import { createSocket } from 'node:dgram';

/** A server of names (RFC 1035) that knows a few, and forgets them when told. */
export interface NameServer {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Questions for an address so far, by name. */
  readonly asked: ReadonlyMap<string, number>;
  /** Until it is remembered, a name has no record: whoever asks is answered that there is no such name. */
  forget(name: string): void;
  remember(name: string): void;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const IPV4 = 1;
const IS_ANSWER = 0x8400;
const NO_SUCH_NAME = 3;
/** A pointer to the name of the question, which stands right behind the header. */
const SAME_NAME = 0xc000 + HEADER_BYTES;

/** @param records IPv4 addresses by name; answers may not be kept by whoever asked */
export async function startNameServer(records: ReadonlyMap<string, readonly string[]>): Promise<NameServer> {
  const forgotten = new Set<string>();
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const question = readQuestion(message);
    if (!question) return;
    const { name, type } = question;
    if (type === IPV4) asked.set(name, (asked.get(name) ?? 0) + 1);
    const known = forgotten.has(name) ? undefined : records.get(name);
    socket.send(answerTo(message.subarray(0, question.end), known, type === IPV4 ? (known ?? []) : []), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    asked,
    forget: (name) => void forgotten.add(name),
    remember: (name) => void forgotten.delete(name),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(
  message: Buffer,
): { readonly name: string; readonly type: number; readonly end: number } | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length; length = message[at]) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  const end = at + 5; // the last, empty label, the type and the class
  return message.length < end ? undefined : { name: labels.join('.'), type: message.readUInt16BE(at + 1), end };
}

function answerTo(question: Buffer, known: readonly string[] | undefined, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  const asksOn = head.readUInt16BE(2) & 0x0100; // recursion desired, to be repeated
  head.writeUInt16BE(IS_ANSWER | asksOn | (known ? 0 : NO_SUCH_NAME), 2);
  for (const [index, count] of [1, addresses.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * index);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    record.writeUInt16BE(SAME_NAME, 0);
    record.writeUInt16BE(IPV4, 2);
    record.writeUInt16BE(1, 4); // of the Internet; for 0 seconds
    record.writeUInt16BE(4, 10);
    for (const [index, part] of address.split('.').entries()) record[12 + index] = Number(part);
    return record;
  });
  return Buffer.concat([head, ...records]);
}

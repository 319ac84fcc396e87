import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

interface Packed {
  readonly name: Buffer;
  readonly checksum: number;
  readonly size: number;
  readonly bytes: Buffer;
}

/** A file of an archive: its name and its text, in pieces, so that a long sheet is never whole in memory before it is packed. */
export interface ArchiveFile {
  readonly name: string;
  readonly pieces: Iterable<string>;
}

const PIECE = 1 << 16;

async function pack({ name, pieces }: ArchiveFile): Promise<Packed> {
  const deflate = createDeflateRaw({ level: 6 });
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(deflate, 'end');
  let checksum = 0;
  let size = 0;
  let waiting = '';
  const push = async (text: string) => {
    const bytes = Buffer.from(text);
    checksum = crc32(bytes, checksum);
    size += bytes.length;
    if (!deflate.write(bytes)) await once(deflate, 'drain');
  };
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    await push(waiting);
    waiting = '';
  }
  await push(waiting);
  deflate.end();
  await ended;
  return { name: Buffer.from(name), checksum, size, bytes: Buffer.concat(chunks) };
}

/**
 * A ZIP archive (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16) of texts, deflated. The time of every file is `madeAt`, so that the
 * same input gives the same bytes. Below 4 GiB, which a table in memory cannot pass.
 */
export async function zip(files: readonly ArchiveFile[], madeAt: string): Promise<Buffer> {
  const stamp = dosTime(madeAt);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const packed = await pack(file);
    const common = commonFields(packed, stamp);
    const local = Buffer.concat([header(0x04034b50, 4), common, packed.name, packed.bytes]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(header(0x02014b50, 4), Buffer.from([20, 0]), common, central, packed.name);
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}

function header(signature: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}

/** From "version needed" to "extra field length": the fields that a local and a central header share. */
function commonFields({ name, checksum, size, bytes }: Packed, stamp: { readonly time: number; readonly date: number }): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2); // names are UTF-8
  fields.writeUInt16LE(8, 4); // deflate
  fields.writeUInt16LE(stamp.time, 6);
  fields.writeUInt16LE(stamp.date, 8);
  fields.writeUInt32LE(checksum, 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function dosTime(instant: string): { time: number; date: number } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Oslo');
  return {
    time: (local.hour << 11) | (local.minute << 5) | (local.second >> 1),
    date: (Math.max(0, local.year - 1980) << 9) | (local.month << 5) | local.day,
  };
}

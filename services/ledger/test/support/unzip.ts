import { inflateRawSync } from 'node:zlib';

/** What stands in an archive, by path, in its order. @throws Error when it is no whole archive */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end === -1) throw new Error('the archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed, size] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = archive.subarray(at + 46, at + 46 + name).toString();
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (content.length !== size) throw new Error(`${path} has another size than it says`);
    files.set(path, content);
    at += 46 + name + extra + comment;
  }
  return files;
}

import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { Organisation } from '@app/rpc';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPicture } from '../src/client-accounts/picture.ts';
import { type Running, useOrganisation } from './start.ts';

const running: Running = useOrganisation();

const picture = (width = 64, height = width, format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })
    .toFormat(format)
    .toBuffer();

const form = (content: Uint8Array, { name = 'file', fileName = 'logo.png', type = 'image/png' } = {}): FormData => {
  const body = new FormData();
  body.append(name, new Blob([Buffer.from(content)], { type }), fileName);
  return body;
};
type User = ReturnType<Running['user']>;
const send = (user: User | null, id: number, content: Uint8Array, headers?: Record<string, string>) =>
  running.as(user, 'POST', `/api/v2/client-accounts/${id}/logo`, form(content), headers ? { headers } : {});
const remove = (user: User | null, id: number) => running.as(user, 'DELETE', `/api/v2/client-accounts/${id}/logo`);
const follow = (address: string) => {
  const { pathname, search } = new URL(address);
  return running.service.call('GET', `${pathname}${search}`);
};
async function company() {
  const owner = running.user();
  const { id } = await running.account(owner);
  return { owner, id };
}

describe('a logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'of %s is set, shown by its address, and replaced [CAC-R42]',
    async (format) => {
      const { owner, id } = await company();
      const content = await picture(64, 48, format);
      const { status, body } = await send(owner, id, content);
      expect([status, body.id]).toEqual([200, id]);
      const answer = await follow(body.logo_url);
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(content)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'private, max-age=3600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const second = (await send(owner, id, await picture(32))).body.logo_url;
      expect((await follow(body.logo_url)).status).toBe(403);
      expect((await follow(second)).status).toBe(200);
    },
  );

  it('is given to documents as it is, and a large one as large as paper shows it', async () => {
    const { owner, id } = await company();
    const given = async (includesLogo = true) =>
      (await running.service.connect(Organisation, 'documents').GetCompany({ clientAccountId: id, includesLogo })).logo;
    expect(await given()).toBeUndefined();
    const small = await picture();
    await send(owner, id, small);
    expect(Buffer.from((await given())!).equals(small)).toBe(true);
    expect(await given(false)).toBeUndefined();
    const noise = await sharp(randomBytes(1200 * 1000 * 3), { raw: { width: 1200, height: 1000, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(3 * 1024 * 1024);
    expect((await send(owner, id, noise)).status).toBe(200);
    const large = Buffer.from((await given())!);
    expect(large.length).toBeLessThan(3 * 1024 * 1024);
    const { width, format } = await sharp(large).metadata();
    expect([width, format]).toEqual([800, 'png']);
  });

  it('has an address that works for seven days, or null [CAC-R20]', async () => {
    const { owner, id } = await company();
    const read = async () => (await running.as(owner, 'GET', `/api/v2/client-accounts/${id}`)).body.logo_url;
    expect(await read()).toBeNull();
    await send(owner, id, await picture());
    const address = await read();
    const after = async (days: number) => {
      running.service.setClock(
        Temporal.Now.instant()
          .add({ hours: Math.round(24 * days) })
          .toString(),
      );
      return (await follow(address)).status;
    };
    try {
      expect([await after(6.9), await after(7.1)]).toEqual([200, 403]);
    } finally {
      running.service.setClock(null);
    }
    const { body } = await running.as(owner, 'GET', '/api/v2/client-accounts');
    expect(body.data.find((row: { id: number }) => row.id === id).logo_url).toContain('/logo?');
  });

  it('is removed, also where there is none [CAC-R44]', async () => {
    const { owner, id } = await company();
    const address = (await send(owner, id, await picture())).body.logo_url;
    for (let times = 0; times < 2; times++) {
      const { status, body } = await remove(owner, id);
      expect([status, body.id, body.logo_url]).toEqual([200, id, null]);
    }
    expect((await follow(address)).status).toBe(403);
    expect(
      await running.service.db.executor.execute(sql`select from logos where client_account_id = ${id}`),
    ).toHaveLength(0);
  });

  it('is a change that whoever polls sees', async () => {
    const { owner, id } = await company();
    const before = (await running.as(owner, 'GET', `/api/v2/client-accounts/${id}`)).body.updated_at;
    running.service.setClock(Temporal.Now.instant().add({ minutes: 5 }).toString());
    try {
      const content = await picture();
      const { body } = await send(owner, id, content);
      expect(body.updated_at > before).toBe(true);
      running.service.setClock(Temporal.Now.instant().add({ minutes: 10 }).toString());
      expect((await send(owner, id, content)).body.updated_at).toBe(body.updated_at);
    } finally {
      running.service.setClock(null);
    }
  });

  it('is set once by two requests of one key', async () => {
    const { owner, id } = await company();
    const content = await picture();
    const headers = { 'idempotency-key': `logo-${id}` };
    const first = await send(owner, id, content, headers);
    const second = await send(owner, id, content, headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect((await send(owner, id, await picture(20), headers)).status).toBe(422);
  });
});

/** A picture of a few bytes that says it has so many pixels. */
function bomb(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
    const [length, end] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    end.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, body, end]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('what is no logo', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>',
  );
  it.each<[string, () => Promise<Buffer>]>([
    ['a drawing with scripts', async () => svg],
    ['nothing', async () => Buffer.alloc(0)],
    ['text', async () => Buffer.from('logo')],
    ['a GIF', () => picture(64, 64, 'gif')],
    ['a TIFF', () => picture(64, 64, 'tiff')],
    ['the first bytes of a PNG', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a PNG that is cut short', async () => (await picture(400)).subarray(0, 150)],
    ['a JPEG that is cut short', async () => (await picture(400, 400, 'jpeg')).subarray(0, 700)],
    ['a page behind the first bytes of a JPEG', async () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg])],
    ['one that is too narrow', () => picture(15, 64)],
    ['one that is too wide', () => picture(8193, 16)],
    ['one of very many pixels', async () => bomb(8000, 8000)],
    ['one of more pixels than there are', async () => bomb(2_000_000_000, 2_000_000_000)],
  ])('%s answers 400 client_account.invalid_logo, and nothing changes [CAC-R43]', async (_what, make) => {
    const { owner, id } = await company();
    const { status, body } = await send(owner, id, await make());
    expect([status, body.error?.code]).toEqual([400, 'client_account.invalid_logo']);
    expect((await running.as(owner, 'GET', `/api/v2/client-accounts/${id}`)).body.logo_url).toBeNull();
  });

  it('one of exactly sixteen pixels is taken', async () => {
    expect((await readPicture(await picture(16))).mediaType).toBe('image/png');
  });

  it('more than 5 MiB answer 413', async () => {
    const { owner, id } = await company();
    for (const size of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024]) {
      const content = Buffer.concat([await picture(), Buffer.alloc(size)]).subarray(0, size);
      const { status, body } = await send(owner, id, content);
      expect([status, body.error.code]).toEqual([413, 'common.payload_too_large']);
    }
  });

  it('a form without the file, with two, or that is cut short answers 400; another body 415', async () => {
    const { owner, id } = await company();
    const path = `/api/v2/client-accounts/${id}/logo`;
    const statusOf = async (body: unknown, headers?: Record<string, string>) => {
      const answer = await running.as(owner, 'POST', path, body, headers ? { headers } : {});
      return [answer.status, answer.body.error.code];
    };
    const content = await picture();
    const two = form(content);
    two.append('file', new Blob([Buffer.from(content)]), 'second.png');
    const text = new FormData();
    text.append('file', 'logo.png');
    const invalid = [400, 'common.validation_error'];
    expect(await statusOf(form(content, { name: 'logo' }))).toEqual(invalid);
    expect(await statusOf(two)).toEqual(invalid);
    expect(await statusOf(text)).toEqual(invalid);
    expect(
      await statusOf('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', {
        'content-type': 'multipart/form-data; boundary=x',
      }),
    ).toEqual(invalid);
    expect(await statusOf({ file: 'x' })).toEqual([415, 'common.unsupported_media_type']);
  });
});

describe('who may change a logo', () => {
  it('AA and CA, and neither BK, US, EM, nor a stranger, nor nobody', async () => {
    const { owner, id } = await company();
    const content = await picture();
    const statuses = async (user: User | null) => [
      (await send(user, id, content)).status,
      (await remove(user, id)).status,
    ];
    expect(await statuses(owner)).toEqual([200, 200]);
    for (const role of ['BK', 'US', 'EM'] as const) {
      const colleague = running.user();
      await running.link(id, colleague, role);
      expect([role, await statuses(colleague)]).toEqual([role, [403, 403]]);
    }
    const administrator = running.user();
    await running.link(id, administrator, 'AA');
    expect(await statuses(administrator)).toEqual([200, 200]);
    expect(await statuses(running.user())).toEqual([403, 403]);
    expect(await statuses(null)).toEqual([401, 401]);
  });

  it('nobody while the account is inactive', async () => {
    const { owner, id } = await company();
    await running.as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { is_active: false });
    expect((await send(owner, id, await picture())).body.error.code).toBe('client_account.inactive');
  });

  it('an address of another account, changed, or of none gives nothing', async () => {
    const [one, other] = [await company(), await company()];
    const content = await picture();
    const address = (await send(one.owner, one.id, content)).body.logo_url;
    await send(other.owner, other.id, content);
    for (const wrong of [
      address.replace(`/${one.id}/`, `/${other.id}/`),
      address.replace(`/${one.id}/`, '/999999999/'),
      address.replace(/expires=\d+/, 'expires=9999999999'),
      address.replace(/signature=.{4}/, 'signature=AAAA'),
      address.split('?')[0],
    ]) {
      const { status, body } = await follow(wrong);
      expect([status, body.error.code]).toEqual([403, 'uploaded_file.url_expired']);
    }
  });
});

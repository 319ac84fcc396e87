import { randomBytes } from 'node:crypto';
import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import { HttpConnection } from '../load/http-connection.ts';
import type { Load } from '../load/load.ts';
import { measure } from '../load/window.ts';

export const UPLOAD_BYTES = 200_000;
/** Digits of the number that makes each file another one: a company keeps the same bytes only once. */
const SERIAL = '000000000000';
const BOUNDARY = 'bench-boundary';

/** A PDF of one page with some text, as large as asked for by a stream that nothing shows. */
export function paper(size: number): Buffer {
  const text = 'BT /F1 12 Tf 72 720 Td (Kvittering for kaffe og kake, takk for kjopet) Tj ET';
  const objects = (padding: string): readonly string[] => [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${padding.length} >>\nstream\n${padding}\nendstream`,
  ];
  const write = (padding: string): string => {
    let file = '%PDF-1.7\n';
    const places = objects(padding).map((object, index) => {
      const place = file.length;
      file += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return place;
    });
    const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}`;
    return `${file}${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  };
  const filler = randomBytes(size).toString('hex');
  // Lengths that stand in the file have more digits the longer it is.
  let length = size;
  for (let tries = 0; tries < 4; tries++) length += size - write(SERIAL + filler.slice(0, length)).length;
  return Buffer.from(write(SERIAL + filler.slice(0, length)), 'latin1');
}

/** Uploads one small voucher that nothing is read from into the books. @returns its id */
export async function oneVoucher(bench: Bench, company: number): Promise<number> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const voucher = await createCaller(gatewayUrl, await token()).send<{ id: number }>('POST', '/api/v2/vouchers', {
    ...{ client_account_id: company, file_name: 'bilag.pdf', processing_track: 'MANUAL' },
    content_base64: paper(2_000).toString('base64'),
  });
  return voucher.id;
}

/** A whole request, and where in it the number stands that makes the file another one. */
function uploadRequest(
  origin: string,
  token: string,
  company: number,
): { readonly bytes: Buffer; readonly at: number } {
  const field = (name: string, value: string): string =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const body = Buffer.concat([
    Buffer.from(field('client_account_id', String(company)) + field('processing_track', 'MANUAL')),
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="bilag.pdf"\r\n`),
    Buffer.from('content-type: application/pdf\r\n\r\n'),
    paper(UPLOAD_BYTES),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const head = [
    'POST /api/v2/vouchers HTTP/1.1',
    `host: ${new URL(origin).host}`,
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${body.length}`,
  ];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  return { bytes, at: bytes.indexOf(SERIAL) };
}

/**
 * Uploads through the gateway, each connection into a company of its own and each file another one, while the service
 * reads what has arrived. After every turn what was uploaded is deleted, so that its workflows end there.
 */
export async function uploadLoad(bench: Bench, companies: readonly number[]): Promise<Load> {
  const { gatewayUrl: origin } = await bench.platform();
  const { token } = await bench.companies();
  const { hostname, port } = new URL(origin);
  let serial = 0;
  return {
    run: async (millis) => {
      // Opened for each turn: the gateway closes those that are idle while the reference has its own.
      const connections = await Promise.all(companies.map(() => HttpConnection.open(hostname, Number(port))));
      const bearer = await token();
      const uploaded: number[] = [];
      const lanes = companies.map((company, index) => {
        const { bytes, at } = uploadRequest(origin, bearer, company);
        return async () => {
          bytes.write(String(++serial).padStart(SERIAL.length, '0'), at, 'latin1');
          const { status, body } = await connections[index]!.send(bytes);
          if (status !== 201)
            throw new Error(`An upload was answered with ${status}: ${body.toString().slice(0, 500)}`);
          uploaded.push(idOf(body));
        };
      });
      const { latencies, ...measured } = await measure(lanes, millis).finally(() => {
        for (const connection of connections) connection.close();
      });
      await deleteAll(bench, uploaded);
      return { ...measured, latencies: [...latencies] };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** @throws when the answer is of no whole voucher */
function idOf(body: Buffer): number {
  const text = body.toString();
  const voucher = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as { id: number; size: number };
  if (voucher.size !== UPLOAD_BYTES) throw new Error(`A file of ${UPLOAD_BYTES} bytes was stored with ${voucher.size}`);
  return voucher.id;
}

async function deleteAll(bench: Bench, ids: readonly number[]): Promise<void> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const api = createCaller(gatewayUrl, await token());
  const left = [...ids];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) await api.send('DELETE', `/api/v2/vouchers/${id}`);
    }),
  );
}

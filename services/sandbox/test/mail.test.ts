import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSandbox } from './start.ts';

const sandbox = useSandbox();
beforeEach(() => sandbox.control('DELETE', '/mail'));

const send = (to: string | string[], rest: object = {}) => {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
  return transport.sendMail({
    from: 'Regnskap <ikke-svar@platform.example>',
    to,
    subject: 'Lønnsslipp for mai – åpne',
    text: 'Hei på deg',
    ...rest,
  });
};

describe('received mail', () => {
  it('is listed newest first with text, HTML and attachments [EXT-R11]', async () => {
    await sandbox.control('PUT', '/clock', { now: '2025-02-28T10:00:00Z' });
    const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255]);
    const attachments = [{ filename: 'lønn mai.pdf', contentType: 'application/pdf', content: pdf }];
    await send('Kari <kari@example.org>', { html: '<p>Hei på deg</p>', attachments });
    await send(['ola@example.org', 'eva@example.org'], { subject: 'Nummer to' });
    await sandbox.control('PUT', '/clock', { now: null });

    const { status, body } = await sandbox.control('GET', '/mail');
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect((body as unknown[])[0]).toMatchObject({
      subject: 'Nummer to',
      to: 'ola@example.org, eva@example.org',
      html: null,
      attachments: [],
    });
    expect((body as unknown[])[1]).toEqual({
      id: expect.any(String),
      from: 'ikke-svar@platform.example',
      to: 'kari@example.org',
      subject: 'Lønnsslipp for mai – åpne',
      text: expect.stringMatching(/^Hei på deg\s*$/),
      html: expect.stringContaining('<p>Hei på deg</p>'),
      attachments: [
        { file_name: 'lønn mai.pdf', content_type: 'application/pdf', content_base64: pdf.toString('base64') },
      ],
      received_at: expect.stringMatching(/^2025-02-28T10:0\d:\d\dZ$/),
    });
  });

  it('is found by any address it was delivered to, whatever the case, and by no other', async () => {
    await send(['ola@example.org', 'eva@example.org'], { bcc: 'skjult@example.org' });
    for (const to of ['OLA@example.org', 'eva@example.org', 'skjult@example.org']) {
      expect((await sandbox.control('GET', `/mail?to=${encodeURIComponent(to)}`)).body).toHaveLength(1);
    }
    expect((await sandbox.control('GET', '/mail?to=a@example.org')).body).toEqual([]);
    expect((await sandbox.control('GET', '/mail?to=a&to=b')).status).toBe(400);
  });

  it('is gone after DELETE, or only that of one address', async () => {
    await send('ola@example.org');
    await send('eva@example.org');
    expect((await sandbox.control('DELETE', '/mail?to=ola@example.org')).status).toBe(204);
    expect((await sandbox.control('GET', '/mail')).body).toMatchObject([{ to: 'eva@example.org' }]);
    await sandbox.control('DELETE', '/mail');
    expect((await sandbox.control('GET', '/mail')).body).toEqual([]);
  });

  it('is a page for a browser: links lead on, and nothing in a mail becomes markup', async () => {
    await send('kari@example.org', {
      subject: '<b>Nytt passord</b>',
      text: 'Hei, <i>Kari</i>\n\nFølg lenken:\nhttp://127.0.0.1:8080/reset?token=a&b=1"onclick=x javascript:alert(1)',
      html: '<script>alert(1)</script>',
    });
    await send('ola@example.org', { subject: 'Noe annet' });
    const read = (path: string, accept: string) =>
      sandbox.get(path, { accept, 'accept-language': 'en' }).then(async (response) => ({
        type: response.headers.get('content-type'),
        policy: response.headers.get('content-security-policy'),
        page: await response.text(),
      }));
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const { type, policy, page } = await read('/sandbox/mail', browser);
    expect([type, policy]).toEqual(['text/html; charset=utf-8', expect.stringContaining("default-src 'none'")]);
    expect(page).toContain('&lt;b&gt;Nytt passord&lt;/b&gt;');
    expect(page).toContain('Noe annet');
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'http://127.0.0.1:8080/reset?token=a&amp;b=1',
    ]);
    expect(page).not.toMatch(/<script|<i>|<b>/);

    const ofKari = (await read('/sandbox/mail?to=kari@example.org', browser)).page;
    expect([ofKari.includes('Nytt passord'), ofKari.includes('Noe annet')]).toEqual([true, false]);
    for (const accept of ['*/*', 'application/json'])
      expect((await read('/sandbox/mail', accept)).type).toBe('application/json; charset=utf-8');
  });

  it('is limited to the newest thousand', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      pool: true,
      maxMessages: Number.POSITIVE_INFINITY,
      maxConnections: 4,
    });
    await Promise.all(
      Array.from({ length: 1001 }, (_, index) =>
        transport.sendMail({ from: 'a@example.org', to: 'b@example.org', subject: `${index}` }),
      ),
    );
    transport.close();
    expect((await sandbox.control('GET', '/mail')).body).toHaveLength(1000);
  });
});

describe('a fault of smtp', () => {
  it('refuses so many mails for now with 451, then lets the next through', async () => {
    await sandbox.control('PUT', '/faults/smtp', { status: 500, count: 2 });
    await expect(send('ola@example.org')).rejects.toMatchObject({ responseCode: 451 });
    await expect(send('ola@example.org')).rejects.toMatchObject({ responseCode: 451 });
    await send('ola@example.org');
    expect((await sandbox.control('GET', '/mail')).body).toHaveLength(1);
  });

  it('is lifted by count 0', async () => {
    await sandbox.control('PUT', '/faults/smtp', { count: 50 });
    await sandbox.control('PUT', '/faults/smtp', { count: 0 });
    await send('ola@example.org');
  });
});

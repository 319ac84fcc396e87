import { expect, it } from 'vitest';
import { mailLanguage } from './mail.ts';
import { writeInvitation } from './mail-text.ts';

it.each([
  ['no', 'nob'],
  ['nb', 'nob'],
  ['nn', 'nob'],
  ['nb-NO,en;q=0.8', 'nob'],
  ['NB', 'nob'],
  ['de, nn;q=0.5', 'nob'],
  ['en, nb;q=0.9', 'eng'],
  ['nb;q=0, en;q=0.1', 'eng'],
  ['nb;q=0', 'eng'],
  ['de', 'eng'],
  ['*', 'eng'],
  ['', 'eng'],
  ['nb;q=nonsense', 'eng'],
  [undefined, 'eng'],
] as const)('Accept-Language %j writes in %s [INV-R15]', (header, language) => {
  expect(mailLanguage(header)).toBe(language);
});

const letter = {
  language: 'nob',
  inviterName: 'Kari <b>Nordmann</b>',
  accountName: 'Rør & Sønn\r\n\r\nKlikk her: https://thief.example AS',
  roleCode: 'BK',
  link: 'https://app.example/invitations/abc',
  expiresAt: new Date('2026-11-28T13:05:00Z'),
} as const;

it('names from people are escaped in the HTML and stay on their line in subject and text', () => {
  const { subject, text, html } = writeInvitation(letter);
  expect(subject).toBe('Invitasjon til regnskapet for Rør & Sønn Klikk her: https://thief.example AS');
  expect(text.split('\n\n')).toHaveLength(5);
  expect(html).toContain('Kari &lt;b&gt;Nordmann&lt;/b&gt;');
  expect(html).toContain('Rør &amp; Sønn');
  expect(html).not.toContain('<b>Nordmann');
});

it('names lose what is unseen and are cut, in subject, text and HTML [CTL-R22]', () => {
  const accountName = `Trygg \u202egnithgil\u0000 ${'x'.repeat(200)}`;
  const { subject, text, html } = writeInvitation({ ...letter, accountName, inviterName: '\u2066Kari\u2069' });
  const shown = `Trygg gnithgil ${'x'.repeat(64)}…`;
  expect(subject).toBe(`Invitasjon til regnskapet for ${shown}`);
  expect(text).toContain(`Kari inviterer deg til regnskapet for ${shown} som`);
  expect(html).toContain(`Kari inviterer deg til regnskapet for ${shown} som`);
});

it('both parts say who, where, as what, until when in Oslo, and how', () => {
  for (const language of ['nob', 'eng'] as const) {
    const { text, html } = writeInvitation({ ...letter, accountName: 'Rør AS', inviterName: 'Kari', language });
    for (const part of [text, html]) {
      expect(part).toContain('https://app.example/invitations/abc');
      expect(part).toContain('Kari');
      expect(part).toContain('Rør AS');
      expect(part).toContain(language === 'nob' ? 'bokholder' : 'bookkeeper');
      expect(part).toContain('14:05');
    }
  }
});

it('an inviter nobody knows any more is not named', () => {
  expect(writeInvitation({ ...letter, inviterName: null }).text).toContain('En bruker inviterer deg');
});

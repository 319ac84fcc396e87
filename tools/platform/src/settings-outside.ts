import { type Readers, type Setting, setting } from './setting.ts';

/** Where the systems outside the platform are, and as whom they know us: the sandbox's own ways until others are set. */
export function outsideSettings({ all, services, sandbox }: Readers): Setting[] {
  const under = (path: string) => (read: (name: string) => string) => `${read('SANDBOX_BASE_URL')}${path}`;
  const both = [...services, ...sandbox];
  const outside = all.filter((name) => services.includes(name));
  return [
    setting(
      'IDP_ISSUER_URL',
      'http address',
      under('/idp'),
      ['auth'],
      'Identity provider (OpenID Connect with pushed authorization requests).',
    ),
    setting(
      'IDP_CLIENT_ID',
      'text',
      'accounting-platform',
      both,
      'Our name at the identity provider and at the machine token endpoint.',
    ),
    {
      ...setting(
        'IDP_CLIENT_SECRET',
        'text',
        undefined,
        ['auth', 'ledger', ...sandbox],
        'Our secret there; made when it is empty.',
      ),
      isGenerated: true,
    },
    setting(
      'IDP_CLIENT_JWK',
      'text',
      undefined,
      ['auth', 'ledger', ...sandbox],
      'Our private key there as one JSON Web Key; it wins over the secret.',
    ),
    setting(
      'IDP_REDIRECT_URIS',
      'text',
      undefined,
      sandbox,
      'Redirect addresses the sandbox allows, separated by commas; the signup callback when it is empty.',
    ),
    setting('AUTHORIZED_PARTIES_URL', 'http address', under('/parties'), outside, 'Whom a person may act for.'),
    setting(
      'AUTHORIZED_ROLES',
      'text',
      'DAGL,LEDE,INNH,KOMP,BEST,DTPR,DTSO,NEST,HADM',
      ['auth'],
      'Roles, separated by commas, of which a person must hold one in an organization to sign up for it.',
    ),
    setting(
      'MACHINE_TOKEN_URL',
      'http address',
      under('/machine/token'),
      outside,
      'OAuth token endpoint for our own access to the outside systems.',
    ),
    setting('BUSINESS_REGISTRY_URL', 'http address', under('/registry'), outside, 'Register of business enterprises.'),
    setting(
      'FILING_PORTAL_URL',
      'http address',
      under('/filing'),
      outside,
      'Portal that annual accounts, returns and reports are filed with.',
    ),
    setting(
      'TAX_AUTHORITY_URL',
      'http address',
      under('/tax'),
      outside,
      'Tax cards, garnishments, pre-filled returns, validation, property.',
    ),
    setting('SMTP_URL', 'address', (read) => `smtp://127.0.0.1:${read('SANDBOX_SMTP_PORT')}`, outside, 'Mail server.'),
    setting('MAIL_FROM', 'text', 'Accounting <no-reply@example.com>', outside, 'Sender of every mail.'),
    setting(
      'ASSISTANT_URL',
      'http address',
      undefined,
      ['chat'],
      'Chat completions interface of an assistant; without one only code actions are answered.',
    ),
    setting('ASSISTANT_MODEL', 'text', undefined, ['chat'], 'Model of the assistant.'),
    setting('ASSISTANT_API_KEY', 'text', undefined, ['chat'], 'Key of the assistant.'),
  ];
}

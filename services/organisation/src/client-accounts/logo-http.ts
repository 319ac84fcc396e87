import { MAX_LOGO_BYTES, readLogo, removeLogo, setLogo } from '@app/api/organisation/logos';
import { type Api, disposition, Reply } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { fileTooLarge } from '@app/files';
import * as store from '../tenancy/account-store.ts';
import { changeLogo } from './logo.ts';
import { isLogoAddressValid, type LogoAddresses } from './logo-address.ts';
import { findLogo } from './logo-store.ts';
import { readPicture } from './picture.ts';
import type { ClientAccountWire } from './relations.ts';
import type { UpdateDependencies } from './update.ts';

type Dependencies = Pick<UpdateDependencies, 'db' | 'clock'> & LogoAddresses;

/** Seconds that a browser may keep a logo; nobody in between may. */
const KEPT_SECONDS = 3_600;

/** Binds the endpoints of logos. @param show the account as it is then */
export function serveLogos(api: Api, deps: Dependencies, show: (id: number) => Promise<ClientAccountWire>): void {
  const { db, clock } = deps;

  api.serve(setLogo, async ({ params, body, principal, account }) => {
    const content = Buffer.from(body.file.content);
    if (content.length > MAX_LOGO_BYTES) throw fileTooLarge(MAX_LOGO_BYTES);
    const picture = await readPicture(content);
    await changeLogo(deps, params.id, picture, { ...principal, access: account });
    return show(params.id);
  });

  api.serve(removeLogo, async ({ params, principal, account }) => {
    await changeLogo(deps, params.id, undefined, { ...principal, access: account });
    return show(params.id);
  });

  api.serve(readLogo, async ({ params, query }) => {
    const account = await store.findAccount(db.executor, params.id, clock.today());
    const content =
      account && isLogoAddressValid(deps, account, query) ? await findLogo(db.executor, params.id) : undefined;
    if (!account?.logoMediaType || !content) throw expired();
    return new Reply(
      200,
      content,
      {
        'Cache-Control': `private, max-age=${KEPT_SECONDS}`,
        'Content-Disposition': disposition('inline', `logo.${account.logoMediaType.slice('image/'.length)}`),
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
      account.logoMediaType,
    );
  });
}

/** That there is such an account is nobody's to know who has no address of its logo. */
const expired = (): Failure =>
  new Failure(
    'uploaded_file.url_expired',
    403,
    'The address of the logo has expired or was changed; read the client account again for a fresh one',
  );

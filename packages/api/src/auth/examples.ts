import { demo } from '../demo-company.ts';
import { exampleOf } from '../example.ts';

/** Where examples stand: the address of a platform that only this machine reaches. */
export const address = 'http://127.0.0.1:8080';
/** Tokens look like this and are as good as their signature; these have none. */
export const accessToken =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI1Iiwic2NvcGUiOiJyZWFkIHdyaXRlIn0.c2lnbmF0dXJl';
export const sessionToken = 'eyJhbGciOiJFUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.eyJzdWIiOiI1In0.c2lnbmF0dXJl';
export const clientId = 'app_4eb1w5d67viW0OTrxehy3HFR';
export const clientSecret = 'the-secret-that-was-shown-once';
export const mailedToken = 'the-token-of-the-link-in-the-mail';
export const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const redirectUri = 'https://kasse.example/callback';

export const owner = exampleOf({
  self_url: `/api/v2/users/${demo.users.owner}`,
  id: demo.users.owner,
  first_name: 'Ingrid',
  last_name: 'Nordlys',
  email: 'ingrid@nordlys.example',
  email_verified: false,
  pending_email: null,
  profile_image_url: null,
  accounts: [
    {
      id: 2,
      account: { id: demo.company.id, unique_name: demo.company.unique_name, display_name: demo.company.display_name },
      role: { id: 3, name: 'CA' },
    },
  ],
  contracts: [],
  created_at: demo.made,
  last_login: demo.now,
  language: 'nob',
  has_identity_link: true,
  is_admin: false,
});

/** The person of the invitation, as a new user. */
export const invitee = exampleOf({
  ...owner,
  self_url: `/api/v2/users/${demo.users.invited}`,
  id: demo.users.invited,
  first_name: 'Sara',
  last_name: 'Moen',
  email: 'sara@nordlys.example',
  email_verified: true,
  accounts: owner.accounts.map((link) => ({ ...link, id: 6, role: { id: 4, name: 'BK' as const } })),
  created_at: demo.now,
  has_identity_link: false,
});

export const bookkeeper = exampleOf({
  id: demo.users.bookkeeper,
  first_name: 'Maja',
  last_name: 'Lund',
  full_name: 'Maja Lund',
  created_at: demo.made,
  profile_image_url: null,
  last_login: demo.now,
});

/** A program that acts for the owner by itself. */
export const webShop = exampleOf({
  client_id: clientId,
  client_name: 'Nettbutikk',
  redirect_uris: '',
  grant_types: 'client_credentials',
  scope: 'read write',
});

/** A program that people give access to in the browser. */
export const cashRegister = exampleOf({
  client_id: 'app_MJcVTOwbRTapZOp8FbufG77I',
  client_name: 'Kassasystem',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'read',
  token_endpoint_auth_method: 'none',
  client_id_issued_at: 1_768_469_400,
  client_secret_expires_at: 0,
});

export const refreshTokenRow = exampleOf({
  id: 1,
  user_id: demo.users.owner,
  client_id: cashRegister.client_id,
  client_name: cashRegister.client_name,
  scope: 'read',
  revoked: false,
  expires_at: 1_771_061_400,
  created_at: demo.now,
});

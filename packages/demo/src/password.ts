/**
 * With what the people of the demo company sign in, as the README says: on a platform that only this machine reaches.
 */
export const DEMO_PASSWORD = 'Kaffe-og-kake-2026';

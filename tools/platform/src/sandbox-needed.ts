import type { Settings } from './settings.ts';

/** What asks the sandbox itself: a demo company is made of its people, and its clock moves with that of the tests. */
const ASKING = ['DEMO_COMPANY', 'TEST_HOOKS_ENABLED'];

/** Whether the sandbox stands in for anything: where every outside system has an address of its own it is left away. */
export function isSandboxNeeded(settings: Settings): boolean {
  if (ASKING.some((name) => settings.get(name) === 'true')) return true;
  const inside = `${settings.get('SANDBOX_BASE_URL')}/`;
  const mail = `smtp://127.0.0.1:${settings.get('SANDBOX_SMTP_PORT')}`;
  return settings.all.some(({ name, kind }) => {
    const value = settings.get(name);
    return (kind === 'http address' && value.startsWith(inside)) || (kind === 'address' && value === mail);
  });
}

import { SERVICES } from './services.ts';
import type { Reader, Setting } from './setting.ts';
import { settingsFor } from './settings-table.ts';

const HEAD = `# Every setting of the platform with its default. Copy this file to .env and change what you need: variables of the environment win over .env,
# and an empty value means the default. Written by "npm run check -- --write" from tools/platform/src/settings-table.ts; do not edit it by hand.
`;

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const groups = settingsFor(SERVICES);
  const all = new Map(groups.flatMap((group) => group.settings).map((setting) => [setting.name, setting]));
  const read: Reader = (name) => {
    const value = all.get(name)?.default ?? '';
    return typeof value === 'function' ? value(read) : value;
  };
  const sections = groups.map(
    (group) => `## ${group.title}\n\n${group.settings.map((setting) => renderSetting(setting, read)).join('\n')}`,
  );
  return `${HEAD}\n${sections.join('\n\n')}\n`;
}

/** A default that follows from others is shown and not set, so that it goes on following them in a copy. */
function renderSetting(setting: Setting, read: Reader): string {
  if (typeof setting.default !== 'function')
    return `# ${setting.description}\n${setting.name}=${quoted(setting.default ?? '')}`;
  return `# ${setting.description} Default: ${setting.default(read)}\n${setting.name}=`;
}

const quoted = (value: string): string => (/[\s<>#"']/.test(value) ? `"${value}"` : value);

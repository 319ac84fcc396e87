import { appendFileSync } from 'node:fs';
import { setAsideLarge } from './service-log.ts';

/**
 * Opens `path` for the lines of a server, in its own form; a file that has grown large is put aside first.
 * @returns adds a line; one that a full disk does not take is lost, and stops nobody
 */
export function openServerLog(path: string): (line: string) => void {
  setAsideLarge(path);
  return (line) => {
    try {
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    } catch {
      // The server goes on.
    }
  };
}

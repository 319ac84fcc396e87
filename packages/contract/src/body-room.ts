import type { ServerResponse } from 'node:http';
import { unavailable } from './failure.ts';

const MEBIBYTE = 1024 * 1024;

/** Bytes of a body that are not counted: most requests have fewer, and many of these fit a process. */
const UNCOUNTED = MEBIBYTE;

interface BodyRoomLimits {
  /** Bytes of large bodies that a process holds at once. */
  readonly bytes: number;
  /** Of these, what one caller may hold. */
  readonly share: number;
}

/** Two of the largest bodies; an eighth of what a process of the services may have, since bodies are decoded besides. */
const LIMITS: BodyRoomLimits = { bytes: 144 * MEBIBYTE, share: 72 * MEBIBYTE };

/** Counts the bytes of one body as they come. @param size of all that came. @throws Failure 503 */
export type CountBytes = (size: number) => void;

/** What a process holds of bodies that are larger than most. */
export interface BodyRoom {
  /**
   * Begins to count a body; it counts until the answer was sent or the connection is gone. Nobody waits: bodies of which
   * each has come halfway would wait for each other.
   * @param caller whose bodies count together
   */
  enter(caller: string, response: ServerResponse): CountBytes;
  heldBytes(): number;
}

export function createBodyRoom({ bytes, share }: BodyRoomLimits = LIMITS): BodyRoom {
  let inAll = 0;
  const byCaller = new Map<string, number>();
  const add = (caller: string, more: number): void => {
    inAll += more;
    const held = (byCaller.get(caller) ?? 0) + more;
    if (held === 0) byCaller.delete(caller);
    else byCaller.set(caller, held);
  };
  return {
    heldBytes: () => inAll,
    enter: (caller, response) => {
      let counted = 0;
      return (size) => {
        const more = size - UNCOUNTED - counted;
        // Of who went away while the body came nothing is held.
        if (more <= 0 || response.destroyed) return;
        if (inAll + more > bytes || (byCaller.get(caller) ?? 0) + more > share) throw full();
        if (counted === 0) response.once('close', () => add(caller, -counted));
        counted += more;
        add(caller, more);
      };
    },
  };
}

const full = () => unavailable('Too many large files are being received at this moment; send it again');

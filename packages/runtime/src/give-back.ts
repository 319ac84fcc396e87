/**
 * Gives the memory of bytes back at once, where they have it for themselves; they are none then. V8 counts memory that
 * lies outside its heap, and collects garbage the more often the more of it waits. For bytes alone that nobody looks at
 * any more, and that no socket, disk or thread may still be at (docs/decisions/0290-what-kept-bodies.md).
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // What others have a part of is not ours to give.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * A reason why a server could not be started that the person at the keyboard can do something about. Its message is one
 * or more whole sentences; whoever starts servers prints it without a stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The sentence for a full disk, or undefined when the output of a failed program speaks of something else. */
export function diskFull(output: string, folder: string): StartFailure | undefined {
  if (!/ENOSPC|no space left on device|disk quota exceeded/i.test(output)) return undefined;
  return new StartFailure(
    `The disk is full: nothing more can be written below ${folder}. Free some space and run the command again.`,
  );
}

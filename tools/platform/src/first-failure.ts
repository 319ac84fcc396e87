/**
 * Waits for all; after the first failure cancels the others and waits for them, so that nothing goes on behind our
 * back.
 */
export async function allOrFirstFailure(
  work: readonly Promise<unknown>[],
  cancel?: () => Promise<unknown>,
): Promise<void> {
  try {
    await Promise.all(work);
  } catch (error) {
    await cancel?.();
    await Promise.allSettled(work);
    throw error;
  }
}

/** Something that goes on while later faults are injected. */
export interface Ongoing {
  /** As sentences name it: "a company is removed". */
  readonly name: string;
  /** Whether it bears no jump of the clock: a key is good for 24 hours of it. */
  readonly needsTheTime: boolean;
  /** Waits for the end and gives sentences about what is wrong then. */
  finish(): Promise<readonly string[]>;
}

/** What goes on while later faults are injected, and what came of it. */
export class Unfinished {
  readonly #underWay = new Map<Ongoing, Promise<void>>();
  readonly #wrong: string[] = [];

  add(ongoing: Ongoing): void {
    const ended = ongoing
      .finish()
      .catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
      .then((wrong) => {
        for (const one of wrong) this.#wrong.push(`${ongoing.name}: ${one}`);
        this.#underWay.delete(ongoing);
      });
    this.#underWay.set(ongoing, ended);
  }

  /** Waits until nothing is under way, or nothing that bears no jump of the clock. */
  async settle(which: 'all' | 'what needs the time' = 'all'): Promise<void> {
    const awaited = [...this.#underWay].filter(([{ needsTheTime }]) => which === 'all' || needsTheTime);
    await Promise.all(awaited.map(([, ended]) => ended));
  }

  /** What was wrong since the last time. */
  takeWrong(): readonly string[] {
    return this.#wrong.splice(0);
  }
}

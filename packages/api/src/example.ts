/** The type of a value by its literals, without `readonly`: what the output of a schema takes. */
type Literal<T> = T extends object ? { -readonly [K in keyof T]: Literal<T[K]> } : T;

/**
 * A record of the demo company as examples show it. Its type is that of its literals, and each declaration that shows
 * it holds it against its own schema: so examples import no declaration, which import them.
 */
export const exampleOf = <const T>(record: T): Literal<T> => record as Literal<T>;

/** The streams that a command writes to, and what they can show. */

/** Standard output, for the results of a command. */
export interface Output {
  readonly out: NodeJS.WriteStream;
  /** Whether it shows colour: on a terminal, or with `FORCE_COLOR`, and never with `NO_COLOR`. */
  readonly color: boolean;
}

export interface Terminal extends Output {
  /** Standard error: progress, notes and complaints. */
  readonly err: NodeJS.WriteStream;
  /** Aborted at Ctrl-C or SIGTERM. */
  readonly interrupted: AbortSignal;
  /** Returns why output since the last call could not be written; `null` if all of it was. Missing for a command that ends then. */
  outputFault?(): string | null;
}

/** The columns of a terminal; endless if the stream is no terminal, so that nothing is left out of a file or a pipe. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

/** The size of a terminal that a table can use. */
export interface Room {
  readonly columns: number;
  /** The lines above the cursor's line. */
  readonly rows: number;
}

/** Endless if the stream is no terminal, or if it can't take back what was written. */
export function roomOf(stream: NodeJS.WriteStream): Room {
  return { columns: columnsOf(stream), rows: canRedraw(stream) ? (stream.rows || 24) - 1 : Number.POSITIVE_INFINITY };
}

/** Whether written text can be taken back: on a terminal that can move its cursor and knows its width. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.columns !== 0 && process.env.TERM !== 'dumb';
}

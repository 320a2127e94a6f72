/** Where a command writes, and what that place can show. */

export interface Terminal {
  /** Standard output: what the user asked for. */
  readonly out: NodeJS.WriteStream;
  /** Standard error: progress, notes and complaints. */
  readonly err: NodeJS.WriteStream;
  /** Whether standard output shows colour: a terminal, or `FORCE_COLOR`, and never with `NO_COLOR`. */
  readonly color: boolean;
  /** Aborted at Ctrl-C or SIGTERM. */
  readonly interrupted: AbortSignal;
}

/** Columns of a terminal; endless where the stream isn't one, so that nothing is left out of a file or a pipe. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

/** How much of a terminal there is for a table. */
export interface Room {
  readonly columns: number;
  /** Lines above that of the cursor. */
  readonly rows: number;
}

/** Endless where the stream isn't a terminal, or is one that can't take back what was written. */
export function roomOf(stream: NodeJS.WriteStream): Room {
  return { columns: columnsOf(stream), rows: canRedraw(stream) ? (stream.rows || 24) - 1 : Number.POSITIVE_INFINITY };
}

/** Whether what was written can be taken back: on a terminal that moves its cursor, and knows its width. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.columns !== 0 && process.env.TERM !== 'dumb';
}

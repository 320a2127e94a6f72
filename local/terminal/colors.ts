/** The colours of a terminal: each can be read on a dark and on a white background, which the usual yellow, cyan and green can't. */

import { createColors } from 'picocolors';

export type Paint = (text: string) => string;

/** Numbers of the palette of 256: from 16 on it is the same in all terminals, whatever their theme. */
export const PALETTE = { green: 65, amber: 166, red: 196 } as const;

export type Color = keyof typeof PALETTE;

export interface Colors extends Readonly<Record<Color, Paint>> {
  readonly bold: Paint;
  readonly dim: Paint;
}

/** The colours; none if `enabled` is false. */
export function terminalColors(enabled: boolean): Colors {
  const { bold, dim } = createColors(enabled);
  const paint = (color: Color): Paint =>
    enabled ? (text) => (text === '' ? '' : `\u001b[38;5;${PALETTE[color]}m${text}\u001b[39m`) : (text) => text;
  return {
    bold,
    dim,
    green: paint('green'),
    amber: paint('amber'),
    red: paint('red'),
  };
}

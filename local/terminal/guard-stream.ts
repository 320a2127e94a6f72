/** Keeps printed texts from commanding a CI system. */

import { withoutCommands } from '../../lambda/core/words/without-commands';

/** From now on each text that is written to the stream goes through `withoutCommands`, whatever writes it. */
export function guardStream(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? withoutCommands(chunk) : chunk, ...rest);
}

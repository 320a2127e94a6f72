/** A command that people can copy into a shell. */

/** The words for a POSIX shell, each quoted if it has a sign that means something there. */
export function shellCommand(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command as a person pastes it into a POSIX shell. */

/** Joins the words of a command, and quotes each that has a character with a meaning in the shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

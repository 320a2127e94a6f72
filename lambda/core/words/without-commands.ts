/**
 * Keeps texts from commanding the CI system that shows them: what a service says may be `##vso[task.setvariable …]`, and Azure
 * Pipelines, TeamCity and GitHub obey that wherever it is in a line that is printed.
 * Source: TeamCity's manual, "Service Messages": "To be processed by TeamCity, they need to be written to the standard output
 * stream of the build". Microsoft's, "Logging commands": "To invoke a logging command, echo the command via standard output."
 */

/** A text as long as before, in which no `##` stands right before anything: a heading of Markdown has a blank behind it. */
export function withoutCommands(text: string): string {
  return text.replace(/##(?=[^\s#])/g, '# ');
}

/** A value as JSON in which no `##` stands, and which is read as the same value. */
export function jsonText(value: unknown, indent?: number): string {
  // Outside of its strings JSON has no such sign.
  return JSON.stringify(value, null, indent).replace(/##/g, '#\\u0023');
}

/** The marks of the steps of an incident. */

/**
 * That checks were healthy; a restart, a version, a sign of what was to come; that the incident opened, or opened again (an outage, or another problem), or was
 * resolved; that checks failed; people; and a time of which nothing is known. Of what has the same time, the cause comes before what came of it.
 */
export const STEP_MARKS = [
  'healthy',
  'restart',
  'version',
  'sign',
  'opened',
  'warned',
  'resolved',
  'failed',
  'people',
  'gap',
] as const;
export type StepMark = (typeof STEP_MARKS)[number];

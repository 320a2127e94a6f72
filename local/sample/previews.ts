/** The samples of `statuswatch alerts --preview`, each with its title. */

/** The stories that notifications are made of. */
export const SAMPLES = {
  opened: 'One service is down',
  'opened-many': 'Five services are down',
  updated: 'A service fails in another way',
  reminder: 'A service is still down',
  resolved: 'A service recovered',
  'resolved-many': 'Five services recovered, one is still down',
  'failing-again': 'A service fails again and again',
  degraded: 'A service is degraded',
  budget: 'A service uses up its budget too fast',
} as const;
export type Sample = keyof typeof SAMPLES;

export const PREVIEWS = {
  ...SAMPLES,
  'checker-silent': 'The checker is silent',
  drill: 'A drill',
} as const;
export type PreviewName = keyof typeof PREVIEWS;

export const PREVIEW_NAMES = Object.keys(PREVIEWS) as readonly PreviewName[];

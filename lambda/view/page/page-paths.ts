/** The paths of the page's other files and forms, for the server and the page's script. */

export const PAGE_PATHS = {
  script: '/live.js',
  icon: '/icon.svg',
  /** Server-sent events of the view at the address that is appended. */
  live: '/live',
  unlock: '/unlock',
  lock: '/lock',
} as const;

/** Limits that a view shows, and that what reads its forms and draws its lists keeps to. */

/** The most characters in the name of the person who created a silence or an acknowledgement. */
export const BY_LIMIT = 80;
/** The most services that the widget lists: a dashboard is not read further down. */
export const WIDGET_ROWS = 50;

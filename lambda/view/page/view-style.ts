/** The style of a view: what its parts share, and the style of each part. */

import { CHARTS_STYLE } from '../charts/charts-style';
import { INCIDENTS_STYLE } from '../incidents/incidents-style';
import { OPEN_STYLE } from '../incidents/open-style';
import { RAIL_STYLE } from '../incidents/rail-style';
import { BASE_STYLE } from '../parts/style';
import { DETAILS_STYLE } from '../services/details-style';
import { SERVICES_STYLE } from '../services/services-style';

/** The whole style of a widget, and the part of the style of a page that is not of the page alone. */
export const VIEW_STYLE = [
  BASE_STYLE,
  SERVICES_STYLE,
  OPEN_STYLE,
  RAIL_STYLE,
  INCIDENTS_STYLE,
  CHARTS_STYLE,
  DETAILS_STYLE,
].join('\n');

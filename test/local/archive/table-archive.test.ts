/**
 * How fast a report reads a table. Source: Amazon DynamoDB developer guide, "DynamoDB on-demand capacity mode", "Initial throughput and
 * scaling properties": a new table on demand sustains up to 12,000 reads a second; the checker reads it in each run meanwhile.
 */

import { pauseMs, UNITS_A_SECOND } from '../../../local/archive/table-archive';

it('waits until it may read more', () => {
  expect(UNITS_A_SECOND).toBeLessThanOrEqual(12_000 / 4);
  expect(pauseMs(0, 0)).toBe(0);
  expect(pauseMs(UNITS_A_SECOND, 250)).toBe(750);
  expect(pauseMs(UNITS_A_SECOND, 1_000)).toBe(0);
  expect(pauseMs(UNITS_A_SECOND / 2, 5_000)).toBe(0);
});

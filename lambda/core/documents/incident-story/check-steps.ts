/** The steps of a timeline for checks, and for times without checks. */

import type { Incident } from '../../incident/incident';
import { capitalized } from '../../words/capitalized';
import { describeDuration } from '../../words/duration';
import { describeMs, plural } from '../words/format';
import { type CheckRow, isGap, isHealthy, medianOf } from './check-rows';
import { isWithin, outagesIn, type Step, type Story } from './step';

/** Returns a step for each row of checks that belongs to the story, and for each gap between rows. */
export function checkSteps(story: Story, intervalMs: number): readonly Step[] {
  const { rows } = story;
  const gaps = rows.flatMap(({ at: until }, index): Step[] => {
    const at = rows[index - 1]?.until;
    if (at === undefined || !isGap(at, until, intervalMs)) return [];
    return [{ at, until, mark: 'gap', text: `No checks for ${describeDuration(until - at)}` }];
  });
  return [...rowsSteps(story), ...gaps];
}

function rowsSteps(story: Story): readonly Step[] {
  const { incident, rows, state } = story;
  if (incident === null) return rows.flatMap((row) => rowSteps(row, story));
  if (incident.kind === 'outage') {
    const since = rows.filter(({ until }) => until >= incident.openedAt);
    return [...lastGoodStep(rows, incident), ...since.flatMap((row) => rowSteps(row, story))];
  }
  // The steps of an outage within it say when it failed.
  const isOutageWithin = ({ kind, openedAt }: Incident) => kind === 'outage' && isWithin(story, openedAt);
  return state.incidents.some(isOutageWithin) ? [] : rows.flatMap((row) => rowSteps(row, story));
}

/** Returns a step for the last healthy check before an outage, with the number of healthy checks before it. */
function lastGoodStep(rows: readonly CheckRow[], { openedAt }: Incident): readonly Step[] {
  const before = rows.filter(({ until }) => until < openedAt);
  const last = before.at(-1);
  if (last === undefined || !isHealthy(last)) return [];
  const healthy = before.slice(before.findLastIndex((row) => !isHealthy(row)) + 1);
  const checks = healthy.reduce((sum, row) => sum + row.checks, 0);
  const median = medianOf(last);
  const time = median === null ? '' : ` in ${describeMs(median)}`;
  const more =
    checks > 1 ? `; ${plural(checks - 1, 'check')} before it ${checks === 2 ? 'was' : 'were'} healthy too` : '';
  return [{ at: last.until, mark: 'healthy', title: 'Last good check', detail: `Healthy${time}${more}` }];
}

function rowSteps(row: CheckRow, story: Story): readonly Step[] {
  const { at, until, checks, healthy, found, stepMs, inMaintenance } = row;
  const { incident } = story;
  const outages = outagesIn(story);
  const totals = stepMs === null ? null : `Totals of ${describeDuration(stepMs)}`;
  if (isHealthy(row)) {
    const isDuring = ({ openedAt, over }: Incident) => until > openedAt && (over === null || at < over.at);
    if (incident !== null && !outages.some(isDuring)) return [];
    const median = medianOf(row);
    const time = median === null ? '' : `, ${describeMs(median)}`;
    const text = `Healthy, ${plural(checks, 'check')}${time}${inMaintenance ? ', in maintenance' : ''}`;
    return [{ at, until, mark: 'healthy', text, detail: totals }];
  }
  if (totals !== null) {
    return [{ at, mark: 'failed', text: `${checks - healthy} of ${plural(checks, 'check')} failed`, detail: totals }];
  }
  if (outages.some(({ openedAt }) => openedAt === at)) {
    return checks > 1 ? [{ at: until, mark: 'failed', text: `${checks} checks in a row failed the same way` }] : [];
  }
  const step = { at, until, detail: checks > 1 ? plural(checks, 'check') : null };
  return outages.some(({ relapses }) => relapses.includes(at))
    ? [{ ...step, mark: 'opened', title: 'Down again', text: `: ${found}` }]
    : [{ ...step, mark: 'failed', text: capitalized(found) }];
}

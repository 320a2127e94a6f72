/** The five main figures of a report, each with that of the previous period. */

import type { OutagesDocument, ReportDocument, TotalsDocument } from '../../core/documents/report/report-document';
import { minutesText } from '../../core/documents/words/days';
import { NOTHING } from '../../core/documents/words/format';
import { availabilityText, isBeforeKnown, isUnknown } from './report-words';

export function Tiles({ report }: { readonly report: ReportDocument }) {
  const { totals } = report;
  const { outages, withObjective, missed, missedBefore } = totals;
  const isKnown = isBeforeKnown(report);
  const outageTile = (name: string, textOf: (outages: OutagesDocument) => string, after = '') => {
    const before = isKnown ? totals.before.outages : null;
    const value = isUnknown(totals) ? NOTHING : textOf(outages);
    return { name, value, after, note: before === null ? '' : `${textOf(before)} before` };
  };
  const tiles = [
    { name: 'Uptime', value: availabilityText(totals), after: '', note: isKnown ? pointsText(totals) : '' },
    outageTile('Outages', ({ count }) => String(count), outages.open > 0 ? ` ${outages.open} open` : ''),
    outageTile('Downtime', ({ seconds }) => minutesText(seconds)),
    outageTile('Mean time to recovery', ({ meanRecoverySeconds: mean }) =>
      mean === null ? NOTHING : minutesText(mean),
    ),
    {
      name: 'Objectives met',
      value: withObjective === 0 ? NOTHING : String(withObjective - missed),
      after: withObjective === 0 ? '' : ` of ${withObjective}`,
      note:
        withObjective === 0
          ? 'no objectives'
          : `${missed} missed${missedBefore === null || !isKnown ? '' : `, ${missedBefore} before`}`,
    },
  ];
  return (
    <dl class="card tiles">
      {tiles.map(({ name, value, after, note }) => (
        <div>
          <dt>{name}</dt>
          <dd class="value">
            {value}
            <small>{after}</small>
          </dd>
          {note !== '' && <dd class="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The change of the uptime: `−0.04 points`. */
function pointsText({ availability, before }: TotalsDocument): string {
  if (availability === null || before.availability === null) return '';
  const points = 100 * (availability - before.availability);
  const text = Math.abs(points).toFixed(2);
  return text === '0.00' ? '±0 points' : `${points < 0 ? '−' : '+'}${text} points`;
}

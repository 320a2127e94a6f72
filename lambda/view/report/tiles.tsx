/** The five figures of a report, each with that of the period before. */

import type { Child } from 'hono/jsx';
import type { OutagesDocument, ReportDocument, TotalsDocument } from '../../core/documents/report/report-document';
import { NOTHING } from '../../core/documents/words/format';
import { describeDuration } from '../../core/words/duration';
import { isBeforeKnown } from './report-times';
import { availabilityText, isUnknown } from './report-words';

export function Tiles({ report }: { readonly report: ReportDocument }) {
  const { totals } = report;
  const { outages } = totals;
  const isKnown = isBeforeKnown(report);
  const before = isKnown ? totals.before.outages : null;
  return (
    <dl class="card tiles">
      <Tile name="Uptime" value={availabilityText(totals)} note={isKnown ? uptimeNote(totals) : ''} />
      <Tile
        name="Outages"
        value={isUnknown(totals) ? NOTHING : String(outages.count)}
        note={beforeNote(before, ({ count }) => String(count))}
      >
        {outages.open > 0 && ` ${outages.open} open`}
      </Tile>
      <Tile
        name="Downtime"
        value={isUnknown(totals) ? NOTHING : lengthText(outages.seconds)}
        note={beforeNote(before, downtimeText)}
      />
      <Tile name="Mean time to recovery" value={recoveryText(outages)} note={beforeNote(before, recoveryText)} />
      <Tile name="Objectives met" value={metText(totals)} note={missedNote(totals, isKnown)}>
        {totals.withObjective > 0 && ` of ${totals.withObjective}`}
      </Tile>
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  /** Stands after the value. */
  readonly children?: Child;
}

function Tile({ name, value, note, children = null }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="value">
        {value}
        <small>{children}</small>
      </dd>
      {note !== '' && <dd class="note">{note}</dd>}
    </div>
  );
}

/** `−0.04 points`. */
function uptimeNote({ availability, before }: TotalsDocument): string {
  if (availability === null || before.availability === null) return '';
  const points = 100 * (availability - before.availability);
  const text = Math.abs(points).toFixed(2);
  if (text === '0.00') return '±0 points';
  return `${points < 0 ? '−' : '+'}${text} points`;
}

function beforeNote(before: OutagesDocument | null, textOf: (outages: OutagesDocument) => string): string {
  return before === null ? '' : `${textOf(before)} before`;
}

function downtimeText({ seconds }: OutagesDocument): string {
  return lengthText(seconds);
}

function recoveryText({ meanRecoverySeconds }: OutagesDocument): string {
  return meanRecoverySeconds === null ? NOTHING : lengthText(meanRecoverySeconds);
}

/** `0`, `45 s`, `34 min`, `3 h 14 min`: seconds are shown in the first minute alone. */
export function lengthText(seconds: number): string {
  if (seconds === 0) return '0';
  return describeDuration((seconds < 60 ? seconds : seconds - (seconds % 60)) * 1_000);
}

function metText({ withObjective, missed }: TotalsDocument): string {
  return withObjective === 0 ? NOTHING : String(withObjective - missed);
}

/** `2 missed, 1 before`. */
function missedNote({ withObjective, missed, missedBefore }: TotalsDocument, isKnown: boolean): string {
  if (withObjective === 0) return 'no objectives';
  const now = `${missed} missed`;
  return missedBefore === null || !isKnown ? now : `${now}, ${missedBefore} before`;
}

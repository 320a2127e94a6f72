/** A healthy service among many, as one line. */

import type { Standing } from '../../core/objective/standing';
import { ownReport } from '../../core/probe/own-figures';
import { cleanText } from '../../core/words/clean-text';
import { LineStrip } from '../charts/line-strip';
import { ServiceLink } from '../controls/link-target';
import { type HistoryView, historyView } from '../known/history-view';
import { ackOn, silencesOn, standingsOn } from '../known/service-view';
import { asPiece } from '../parts/pieces';
import { Shape } from '../parts/state-marks';
import { ackWord } from '../words/ack-words';
import { describeMs, figuresOf, NOTHING, plural } from '../words/format';
import { budgetOf, objectiveBrief, shareLeft, worstStanding } from '../words/objective-words';
import { silenceWord } from '../words/silence-words';
import type { RowProps } from './service-row';

const MOST_BARS = 60;
/** Its column is narrow, and the details show the rest. */
const VERSION_SHOWN = 12;

export const ServiceLine = asPiece(Line);

function Line({ known, service, span, target }: RowProps) {
  const { id } = service.service;
  const history = historyView(known, service, span, MOST_BARS);
  const latest = service.state?.latest ?? null;
  const version = cleanText(figuresOf(latest && ownReport(latest)).version, VERSION_SHOWN) || NOTHING;
  const [silence] = silencesOn(known, service);
  const ack = ackOn(known, service);
  return (
    <li class="line healthy" id={`service-${id}`} data-service={id} data-state="healthy">
      <span class="state healthy">
        <Shape state="healthy" />
        <span class="hidden">healthy</span>
      </span>
      <span class="name">
        <ServiceLink target={target} id={id}>
          {id}
        </ServiceLink>
        {silence && <span class="note"> {silenceWord(silence)}</span>}
        {ack && <span class="note"> {ackWord(ack)}</span>}
        {latest !== null && latest.warnings.length > 0 && (
          <span class="note warning"> {plural(latest.warnings.length, 'warning')}</span>
        )}
      </span>
      <span class="ms">{timesText(history)}</span>
      <LineStrip history={history} now={known.now} />
      <span class="version">{version}</span>
      <BudgetLeft standing={worstStanding(standingsOn(known, service))} />
    </li>
  );
}

/** `84 % left`, `spent`: of the budget of which the least is left; nothing without an objective. */
function BudgetLeft({ standing }: { readonly standing: Standing | null }) {
  if (standing === null || standing.checks === 0) return null;
  return (
    <span class={`note budget ${budgetOf(standing)}`} title={objectiveBrief(standing)}>
      {budgetOf(standing) === 'spent' ? 'spent' : `${Math.floor(100 * shareLeft(standing))} % left`}
    </span>
  );
}

/** `38 / 60 ms`: p50 and p95. */
function timesText({ responseMs }: HistoryView): string {
  if (responseMs === null) return NOTHING;
  const [p50, p95] = [describeMs(responseMs.p50), describeMs(responseMs.p95)];
  const unit = / \S+$/.exec(p95)?.[0] ?? '';
  return `${p50.endsWith(unit) ? p50.slice(0, -unit.length) : p50} / ${p95}`;
}

/** A healthy service among many, as one line. */

import { historyView, mostBars } from '../../core/documents/facts/history-view';
import { ackOn, silencesOn, standingsOn } from '../../core/documents/facts/service-view';
import { ackWord } from '../../core/documents/words/ack-words';
import { describeMs, plural } from '../../core/documents/words/format';
import { worstStanding } from '../../core/documents/words/objective-words';
import { silenceWord } from '../../core/documents/words/silence-words';
import { ownReport } from '../../core/probe/own-figures';
import { cleanText } from '../../core/words/clean-text';
import { LineStrip } from '../charts/line-strip';
import { ServiceLink } from '../controls/link-target';
import { Shape } from '../parts/state-marks';
import { BudgetLeft } from './objectives';
import type { RowProps } from './service-row';

/** Its column is narrow, and the details show the rest. */
const VERSION_SHOWN = 12;

export function ServiceLine({ known, service, span, target }: Omit<RowProps, 'told' | 'controls'>) {
  const { id } = service.service;
  const history = historyView(known, service, span, mostBars(span));
  const latest = service.state?.latest ?? null;
  const version = cleanText((latest && ownReport(latest))?.version ?? '', VERSION_SHOWN);
  const { responseMs } = history;
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
      <span class="ms">{responseMs === null ? '' : describeMs(responseMs.p50)}</span>
      <LineStrip history={history} now={known.now} />
      <span class="version">{version}</span>
      <BudgetLeft standing={worstStanding(standingsOn(known, service))} />
    </li>
  );
}

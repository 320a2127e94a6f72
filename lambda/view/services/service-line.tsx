/** A healthy service among many, as one line. */

import { ackWord } from '../../core/documents/words/ack-words';
import { describeMs, plural } from '../../core/documents/words/format';
import { worstStanding } from '../../core/documents/words/objective-words';
import { silenceWord } from '../../core/documents/words/silence-words';
import { cleanText } from '../../core/words/clean-text';
import { LineStrip } from '../charts/line-strip';
import { ServiceLink } from '../controls/link-target';
import { Shape } from '../parts/state-marks';
import { BudgetLeft } from './objectives';
import type { RowProps } from './service-row';

/** Its column is narrow, and the details show the rest. */
const VERSION_SHOWN = 12;

export function ServiceLine({ row, now, target }: Omit<RowProps, 'told' | 'controls'>) {
  const { service: id, past, version, silence, ack, warnings } = row;
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
        {silence !== null && <span class="note"> {silenceWord(silence)}</span>}
        {ack !== null && <span class="note"> {ackWord(ack)}</span>}
        {warnings.length > 0 && <span class="note warning"> {plural(warnings.length, 'warning')}</span>}
      </span>
      <span class="ms">{past.responseMs === null ? '' : describeMs(past.responseMs.p50)}</span>
      <LineStrip strip={row.strip} past={past} changes={row.changes} now={now} />
      <span class="version">{version?.isCurrent ? cleanText(version.name, VERSION_SHOWN) : ''}</span>
      <BudgetLeft standing={worstStanding(row.objective)} />
    </li>
  );
}

/** A service at a glance, in a row of the list; below it the reason why it is not healthy. */

import { addressPath } from '../../core/documents/address';
import type { ServiceRow as Row } from '../../core/documents/service-document';
import { summaryStateOf } from '../../core/documents/state';
import { actedOn } from '../controls/acted-on';
import { ActMenu } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { ServiceLink } from '../controls/service-link';
import { StateMark } from '../parts/state-marks';
import type { Column, Listed } from './columns';
import { Remarks } from './remarks';

interface RowProps extends Listed {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly controls: PageControls | null;
}

export function ServiceRow({ row, columns, controls, ...listed }: RowProps) {
  const { service: id, group, severity, state, shown } = row;
  const { address, now } = listed;
  return (
    <li
      class={`service ${summaryStateOf(shown)}${severity === 'info' ? ' minor' : ''}`}
      id={`service-${id}`}
      data-service={id}
      data-state={state}
    >
      <p class="is">
        <StateMark state={shown} />
      </p>
      <h3 class="who">
        <ServiceLink address={address} id={id}>
          {id}
        </ServiceLink>
        {group !== null && (
          <a class="of" href={addressPath({ ...address, group, page: 1 })}>
            {group}
          </a>
        )}
      </h3>
      <dl>
        {columns.map(({ name, term, cell, isFilled }) => (
          <div class={name}>
            <dt>{term}</dt>
            <dd>{isFilled(row) && cell(row, listed)}</dd>
          </div>
        ))}
      </dl>
      <ActMenu on={actedOn(row)} controls={controls} name={id} />
      <Remarks service={row} now={now} isTold={listed.above.has(id)} />
    </li>
  );
}
